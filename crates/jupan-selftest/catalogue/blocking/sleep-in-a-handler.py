# expect: timeout
# limits: wall_ms=150
# why: a sleep in a handler that swallows everything ends at the same deadline

import time
try:
    time.sleep(100)
except BaseException:
    time.sleep(100)
