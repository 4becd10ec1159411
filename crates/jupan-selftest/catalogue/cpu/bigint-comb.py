# expect: limit
# limits: wall_ms=150
# why: a native function over big numbers is stopped

import math
math.comb(10**6, 5 * 10**5)
