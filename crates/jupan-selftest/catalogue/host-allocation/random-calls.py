# expect: fuel | timeout
# limits: wall_ms=1000, fuel=500000000
# why: cheap calls to the host that read random bytes, without end

import os
while True:
    os.urandom(1)
