# expect: timeout | ok
# limits: wall_ms=250
# why: a handler registered for the end of the program is limited too

import atexit

def forever():
    while True:
        pass

atexit.register(forever)
