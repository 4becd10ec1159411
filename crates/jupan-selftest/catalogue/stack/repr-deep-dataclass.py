# expect: exception:RecursionError
# why: the repr that dataclasses make recurses through Python and native code

import dataclasses

@dataclasses.dataclass
class Node:
    next: object

deep = None
for _ in range(5000): deep = Node(deep)
repr(deep)
