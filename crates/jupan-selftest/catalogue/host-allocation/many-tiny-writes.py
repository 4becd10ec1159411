# expect: output | timeout
# limits: output_bytes=1024, wall_ms=2000
# why: a million calls to the host are a million bounded calls

import os
while True:
    os.write(2, b'.')
