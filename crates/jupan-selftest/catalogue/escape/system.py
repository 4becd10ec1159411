# expect: denied
# why: no shell

import os
os.system('id')
