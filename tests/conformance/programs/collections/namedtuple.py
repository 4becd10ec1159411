from collections import namedtuple
P = namedtuple("P", "x y z", defaults=[0])
p = P(1, 2)
print(p, p.x, p[1], p._asdict(), p._replace(y=9), P._fields, P._field_defaults)
x, y, z = p
print(x + y, p == (1, 2, 0), P._make([7, 8, 9]), hash(p) == hash((1, 2, 0)))
print(namedtuple("Q", ["a", "def", "a"], rename=True)._fields, P.__doc__)
for bad in ("namedtuple('R', 'class x')", "namedtuple('R', 'x x')", "namedtuple('R', '_x')", "P(1)", "P(1, 2, 3, 4)", "p._replace(w=1)", "setattr(p, 'x', 5)"):
    try:
        eval(bad)
    except Exception as e:
        print(type(e).__name__, e)
p
