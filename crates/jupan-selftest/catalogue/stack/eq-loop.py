# expect: exception:RecursionError | stack
# limits: wall_ms=3000
# why: __eq__ that compares again, with the guard raised

import sys
sys.setrecursionlimit(10**6)

class A:
    def __eq__(self, other):
        return self == other

A() == A()
