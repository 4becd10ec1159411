# expect: fuel
# limits: fuel=200000000
# why: instructions of native code are counted like those of Python code

import itertools
max(itertools.cycle([1, 2, 3]))
