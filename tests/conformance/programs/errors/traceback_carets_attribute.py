class Node:
    def __init__(self, value):
        self.value = value
        self.next = None

n = Node(1)
n.next = Node(2)
total = n.value + n.next.value + n.next.next.value
