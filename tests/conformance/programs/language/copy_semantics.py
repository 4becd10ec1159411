import copy
a = [[1, 2], {"k": [3]}]
s, d = copy.copy(a), copy.deepcopy(a)
a[0].append(99)
a[1]["k"].append(4)
print(a, s, d, sep="\n")
class Node:
    def __init__(self, v): self.v, self.next = v, None
n = Node(1); n.next = n
m = copy.deepcopy(n)
print(m.next is m, m is not n)
class Custom:
    def __copy__(self): return "copied"
    def __deepcopy__(self, memo): return "deep"
print(copy.copy(Custom()), copy.deepcopy([Custom()]))
b = a[:]
b.append(1)
print(len(a), len(b), a is b, a[0] is b[0])
x = y = []
x.append(1)
print(y)
g = [[0] * 2] * 2
g[0][0] = 1
print(g)
