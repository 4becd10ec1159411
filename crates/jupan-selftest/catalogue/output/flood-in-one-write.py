# expect: output
# limits: output_bytes=4096
# why: one write of many times the bound

import os
os.write(1, b'x' * 10**7)
