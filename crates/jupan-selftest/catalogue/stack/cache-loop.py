# expect: exception:RecursionError
# why: a cached function never gets to its cache

import functools

@functools.lru_cache(None)
def down(n):
    return down(n + 1)

down(0)
