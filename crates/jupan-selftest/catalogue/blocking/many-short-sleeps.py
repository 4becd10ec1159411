# expect: timeout
# limits: wall_ms=150
# why: the deadline is of the run, not of one call

import time
while True:
    time.sleep(0.001)
