# expect: denied
# why: no link is made

import os
os.symlink('/etc', 'etc')
