# expect: ok | exception | output
# limits: output_bytes=4096
# why: a write of thousands of pieces is bounded in count and in bytes

import os
os.writev(1, [b'x' * 65536] * 4096)
