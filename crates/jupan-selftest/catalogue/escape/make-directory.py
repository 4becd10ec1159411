# expect: denied
# why: nothing is made

import os
os.mkdir('/tmp/jupan-selftest')
