# expect: denied
# why: no memory of the host is mapped

import mmap
mmap.mmap(-1, 4096)
