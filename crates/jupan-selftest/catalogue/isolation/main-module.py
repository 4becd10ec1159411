# expect: ok
# then: "import __main__\nprint(hasattr(__main__, 'left_over'))"
# then-stdout: "False\n"
# why: __main__ is fresh in every run

import __main__
__main__.left_over = 1
