# expect: denied
# why: no signal reaches the server

import os
os.kill(os.getppid(), 15)
