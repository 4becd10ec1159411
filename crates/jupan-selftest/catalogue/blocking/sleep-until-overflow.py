# expect: timeout | exception:OverflowError | exception:ValueError
# limits: wall_ms=150
# why: a span that does not fit into any clock

import time
time.sleep(1e300)
