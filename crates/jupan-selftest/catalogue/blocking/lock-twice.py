# expect: ok | timeout | exception
# limits: wall_ms=150
# why: a lock taken twice never blocks the host

import threading
lock = threading.Lock()
lock.acquire()
lock.acquire()
