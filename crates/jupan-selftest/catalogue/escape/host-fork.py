# expect: denied
# why: no fork

import os
os.fork()
