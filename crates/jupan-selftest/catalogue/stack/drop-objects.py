# expect: ok | limit
# why: freeing a long chain of instances must not take the interpreter down

class Node:
    def __init__(self, next): self.next = next

chain = None
for _ in range(100000): chain = Node(chain)
del chain
