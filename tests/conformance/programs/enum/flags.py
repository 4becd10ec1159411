from enum import Flag, IntFlag, auto, CONFORM, STRICT, EJECT, KEEP
class P(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
print(P.R | P.W, P.RW, P.R & P.W, P.RW ^ P.W, ~P.R, list(P.RW), len(P.RW), bool(P(0)), P.R in P.RW, P["X"], repr(P.R | P.X), P.RW.name, P(5), sorted(p.value for p in P))
class I(IntFlag):
    A = 1; B = 2
print(I.A | I.B, I.A | 8, I(3), repr(I(9)), I.A + 1, isinstance(I.A, int), f"{I.A}", "%d" % I.B, I.A.__class__)
for p in P:
    print(p.name, p.value)
class S(Flag, boundary=STRICT):
    A = 1
try:
    S(4)
except ValueError as e:
    print(e)
P(8)
