# expect: denied
# why: no signal is sent

import os
os.kill(1, 9)
