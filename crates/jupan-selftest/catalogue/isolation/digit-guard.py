# expect: ok
# then: "import sys\nprint(sys.get_int_max_str_digits())"
# then-stdout: "4300\n"
# why: a guard that was turned off is on again

import sys
sys.set_int_max_str_digits(0)
