# expect: ok | timeout
# limits: wall_ms=250
# why: handlers that register handlers must come to an end

import atexit

def again():
    atexit.register(again)

again()
