# expect: limit | exception:RecursionError
# limits: wall_ms=1000
# why: raising the recursion limit must not kill the guest without a readable error

import sys
sys.setrecursionlimit(10 ** 7)
def down(n): return 1 + down(n - 1) if n else 0
print(down(2 * 10 ** 6))
