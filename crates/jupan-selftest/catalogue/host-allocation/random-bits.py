# expect: memory | timeout | exception:OverflowError
# limits: memory_bytes=134217728, wall_ms=250
# why: a number of a billion random bits

import random
random.getrandbits(10**9)
