# expect: ok
# stdout: "True\n"
# why: the clock is read when asked, not when the snapshot was taken

import time
first = time.time()
time.sleep(0.01)
print(time.time() - first >= 0.01)
