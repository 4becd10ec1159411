# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of read-only dictionaries must not take the interpreter down

import types
chain = {}
for _ in range(100000): chain = types.MappingProxyType(chain)
del chain
