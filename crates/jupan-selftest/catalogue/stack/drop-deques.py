# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of deques must not take the interpreter down

import collections
chain = collections.deque()
for _ in range(100000): chain = collections.deque([chain])
del chain
