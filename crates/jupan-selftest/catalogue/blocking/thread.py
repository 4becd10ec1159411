# expect: timeout | exception
# limits: wall_ms=150
# why: no thread of a program outlives its run

import threading

def forever():
    while True:
        pass

threading.Thread(target=forever, daemon=True).start()
