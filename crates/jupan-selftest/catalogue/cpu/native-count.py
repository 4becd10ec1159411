# expect: timeout
# limits: wall_ms=150
# why: a native iterator that never yields to Python code is stopped

import itertools
next(itertools.islice(itertools.count(), 2**31 - 2, None))
