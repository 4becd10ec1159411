# expect: exit
# error-contains: "exit status 1: bad input"
# why: what a program says when it leaves is told with the status

import sys
sys.exit('bad input')
