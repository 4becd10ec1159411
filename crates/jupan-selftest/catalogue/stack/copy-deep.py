# expect: exception:RecursionError | stack
# why: deepcopy recurses in Python code

import copy
deep = []
for _ in range(100000): deep = [deep]
copy.deepcopy(deep)
