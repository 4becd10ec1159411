# expect: timeout | exception
# limits: wall_ms=150
# why: waiting for an element that nobody will put in

import queue
queue.Queue().get()
