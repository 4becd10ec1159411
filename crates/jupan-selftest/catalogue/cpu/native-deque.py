# expect: timeout
# limits: wall_ms=150
# why: a container that drops what it gets never runs out of memory, so the clock has to end it

import collections
import itertools
collections.deque(itertools.count(), maxlen=1)
