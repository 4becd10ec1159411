# expect: timeout
# limits: wall_ms=150
# why: a loop inside a native function is stopped as well

import itertools
print(max(itertools.cycle([1, 2, 3])))
