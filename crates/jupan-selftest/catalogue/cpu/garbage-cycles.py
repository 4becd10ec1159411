# expect: timeout | memory
# limits: wall_ms=250
# why: cycles of garbage, made for ever

class Node:
    pass

while True:
    node = Node()
    node.me = node
