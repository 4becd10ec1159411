# expect: ok
# then: "import decimal\nprint(decimal.getcontext().prec)"
# then-stdout: "28\n"
# why: the precision of decimal numbers is back

import decimal
decimal.getcontext().prec = 3
