import copy
a = [1, [2, 3], {"k": (4, [5])}]
s, d = copy.copy(a), copy.deepcopy(a)
a[1].append(99); a[2]["k"][1].append(6)
print(a, s, d, sep="\n")
class P:
    def __init__(self): self.x = [1]
    def __copy__(self):
        p = P(); p.x = "copied"; return p
    def __deepcopy__(self, memo):
        p = P(); p.x = "deep"; return p
print(copy.copy(P()).x, copy.deepcopy([P()])[0].x)
loop = []
loop.append(loop)
l2 = copy.deepcopy(loop)
print(l2[0] is l2, copy.copy((1, 2)), copy.deepcopy({1, 2}), copy.replace.__name__)
from collections import namedtuple
print(copy.replace(namedtuple("Q", "a b")(1, 2), b=5))
copy.copy(x for x in [])
