class P:
    __slots__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y

p = P(1, 2)
print(p.x, p.y, hasattr(p, "__dict__"))
try:
    p.z = 3
except AttributeError as e:
    print(e)
del p.x
try:
    p.x
except AttributeError as e:
    print(e)
class Q(P):
    pass
q = Q(1, 2)
q.z = 3
print(q.__dict__, q.x)
