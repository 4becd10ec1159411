# expect: timeout
# limits: wall_ms=150
# why: a loop that sleeps, swallows everything and sleeps again

import time
while True:
    try:
        time.sleep(100)
    except BaseException:
        time.sleep(100)
