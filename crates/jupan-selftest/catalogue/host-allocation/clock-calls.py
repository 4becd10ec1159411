# expect: timeout
# limits: wall_ms=150
# why: cheap calls to the host, without end

import time
while True:
    time.time()
