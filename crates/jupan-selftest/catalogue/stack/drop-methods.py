# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of bound methods must not take the interpreter down

import types
chain = int
for _ in range(100000): chain = types.MethodType(int, chain)
del chain
