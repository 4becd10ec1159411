# expect: denied
# why: not even whether a file exists is told

import os
os.stat('/etc/passwd')
