# expect: exception | timeout
# limits: wall_ms=150
# why: there are no signals with which a program could wake itself out of the limit

import signal
signal.signal(signal.SIGALRM, lambda *a: None)
signal.alarm(1)
while True:
    pass
