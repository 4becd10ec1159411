# expect: limit
# limits: wall_ms=250
# why: turning a number into digits takes quadratic time once the guard on digits is off

import sys
sys.set_int_max_str_digits(0)
print(len(str(3**1000000)))
