# expect: exit
# stdout-contains: "written"
# why: what has reached the stream stays, however the guest ends

import os
os.write(1, b'written\n')
os._exit(3)
