# expect: timeout
# limits: wall_ms=150
# why: a sleep in a finally block ends at the same deadline

import time
try:
    time.sleep(100)
finally:
    time.sleep(100)
