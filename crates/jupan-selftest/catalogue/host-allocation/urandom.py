# expect: memory
# limits: memory_bytes=134217728
# why: random bytes by the gigabyte end by the guest's own memory, not by the host's

import os
os.urandom(10**9)
