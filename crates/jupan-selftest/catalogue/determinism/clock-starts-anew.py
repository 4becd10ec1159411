# expect: ok
# stdout: "True\n"
# why: the monotonic clock tells nothing about how long the host has been up

import time
print(time.monotonic() < 60)
