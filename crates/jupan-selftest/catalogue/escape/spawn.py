# expect: denied
# why: no other program

import os
os.posix_spawn('/bin/sh', ['sh'], {})
