# expect: timeout
# limits: wall_ms=150
# why: a trace function of the program cannot step in front of the limit

import sys
sys.settrace(lambda *a: None)
while True:
    pass
