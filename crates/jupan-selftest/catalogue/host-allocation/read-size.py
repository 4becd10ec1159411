# expect: ok | memory | exception:OverflowError
# stdout-lacks: "x"
# why: a read of two gigabytes allocates nothing on the host

import os
os.read(0, 2**31 - 1)
