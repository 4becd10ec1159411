# expect: ok
# then: "import sys\nprint(sys.getrecursionlimit() == 12345)"
# then-stdout: "False\n"
# why: a setting of the interpreter is back

import sys
sys.setrecursionlimit(12345)
