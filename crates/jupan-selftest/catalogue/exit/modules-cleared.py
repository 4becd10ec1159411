# expect: ok | crash | exception
# why: a program that takes its modules away ends its own run alone

import sys
sys.modules.clear()
import os
print(os)
