# expect: limit
# limits: wall_ms=150
# why: a native function over big numbers is stopped

import math
math.factorial(10**7)
