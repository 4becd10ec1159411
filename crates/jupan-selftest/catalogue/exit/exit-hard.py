# expect: exit
# why: only the guest ends; the server serves the next request

import os
os._exit(2)
