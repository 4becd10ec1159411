# expect: ok | exception:RecursionError | stack
# why: calling the outermost partial function calls through all of them in native code

import functools
chain = print
for _ in range(100000): chain = functools.partial(chain.__call__)
chain()
