# expect: output
# limits: output_bytes=4096
# why: os.write goes past Python's buffers, not past the bound

import os
while True:
    os.write(1, b'x' * 65536)
