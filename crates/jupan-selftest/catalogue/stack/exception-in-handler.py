# expect: exception:RecursionError | stack | timeout
# limits: wall_ms=250
# why: a handler that recurses runs at the very end of the stack

def f():
    try:
        f()
    finally:
        f()

import sys
sys.setrecursionlimit(60)
f()
