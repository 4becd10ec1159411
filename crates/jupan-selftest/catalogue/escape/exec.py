# expect: denied
# why: no other program

import os
os.execv('/bin/sh', ['sh'])
