# expect: denied
# why: a stream cannot be made larger

import os
os.ftruncate(1, 2**62)
