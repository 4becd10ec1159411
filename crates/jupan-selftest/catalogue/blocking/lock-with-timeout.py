# expect: ok | timeout | exception
# limits: wall_ms=150
# why: a lock with a time-out in years never blocks the host

import threading
lock = threading.Lock()
lock.acquire()
lock.acquire(timeout=10**6)
