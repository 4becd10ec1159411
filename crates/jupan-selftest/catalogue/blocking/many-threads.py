# expect: exception | timeout | ok
# limits: wall_ms=1000
# why: no thread of the host is started for a program

import threading
for _ in range(1000):
    threading.Thread(target=int).start()
