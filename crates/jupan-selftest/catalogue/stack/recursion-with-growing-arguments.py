# expect: limit | exception:RecursionError
# limits: wall_ms=3000
# then: "print(2 ** 10)"
# then-stdout: "1024\n"
# why: the run after a stack that overflowed is normal

import sys
sys.setrecursionlimit(10 ** 9)
def f(*a): return f(*a, 1)
f()
