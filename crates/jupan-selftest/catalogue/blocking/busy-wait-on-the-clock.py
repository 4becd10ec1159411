# expect: timeout
# limits: wall_ms=150
# why: waiting by looking at the clock is spinning

import time
end = time.monotonic() + 10**6
while time.monotonic() < end:
    pass
