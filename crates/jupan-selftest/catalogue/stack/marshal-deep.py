# expect: exception:ValueError | exception:RecursionError
# why: marshal recurses over what it writes

import marshal
deep = []
for _ in range(100000): deep = [deep]
marshal.dumps(deep)
