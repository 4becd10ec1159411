# expect: exception
# why: a stream cannot be moved to a far place and written there

import os
os.lseek(1, 2**62, 0)
os.write(1, b'x')
