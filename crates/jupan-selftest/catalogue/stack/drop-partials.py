# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of partial functions must not take the interpreter down

import functools
chain = int
for _ in range(100000): chain = functools.partial(int, chain)
del chain
