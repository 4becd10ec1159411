# expect: ok | limit | exception:RecursionError
# why: the collector walks a deep structure that is one large cycle

import gc
first = []
chain = first
for _ in range(100000): chain = [chain]
first.append(chain)
del first, chain
gc.collect()
