# expect: denied
# limits: wall_ms=4000
# why: no other process

import multiprocessing
multiprocessing.Process(target=print).start()
