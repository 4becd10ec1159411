# expect: denied
# why: nothing is removed

import os
os.remove('/etc/hosts')
