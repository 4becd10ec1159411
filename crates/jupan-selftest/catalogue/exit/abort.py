# expect: crash | exit | exception
# why: abort ends the guest alone and is told as what it is

import os
os.abort()
