# expect: ok
# repeat: different
# why: the time of day is not that of the snapshot

import time
print(time.time_ns())
