# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of cells must not take the interpreter down

import types
chain = types.CellType(1)
for _ in range(100000): chain = types.CellType(chain)
del chain
