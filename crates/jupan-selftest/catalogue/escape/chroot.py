# expect: denied
# why: nothing to do with the root of the file system

import os
os.chroot('/')
