# expect: exit
# stdout: "leaving\n"
# why: what was printed is kept and the status is visible

import sys
print('leaving')
sys.exit(4)
