# expect: exception:RecursionError | stack
# limits: wall_ms=3000
# why: __repr__ that asks for its own repr, with the guard raised

import sys
sys.setrecursionlimit(10**6)

class A:
    def __repr__(self):
        return repr(self)

repr(A())
