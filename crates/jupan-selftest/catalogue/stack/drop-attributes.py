# expect: ok | limit
# why: a chain through weak references and their callbacks

import weakref

class Node:
    pass

chain = None
for _ in range(50000):
    node = Node()
    node.next = chain
    node.reference = weakref.ref(node, lambda reference: None)
    chain = node
del node, chain
