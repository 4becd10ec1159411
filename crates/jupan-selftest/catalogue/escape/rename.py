# expect: denied
# why: nothing is moved

import os
os.rename('/etc/hosts', '/etc/hosts2')
