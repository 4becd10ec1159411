# expect: ok
# stdout-lacks: "jupan"
# why: the server's command line is not visible

import sys
print(sys.argv, sys.executable)
