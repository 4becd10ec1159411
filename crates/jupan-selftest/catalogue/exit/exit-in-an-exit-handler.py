# expect: ok | exit
# why: SystemExit in an exit handler

import atexit
import sys
atexit.register(lambda: sys.exit(5))
print('end')
