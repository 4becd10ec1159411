# expect: timeout
# limits: wall_ms=150
# why: random bytes without end are bounded by the clock

import os
while True:
    os.urandom(10**6)
