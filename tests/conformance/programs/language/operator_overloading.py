class Vec:
    def __init__(self, *c): self.c = tuple(c)
    def __add__(self, o):
        if not isinstance(o, Vec): return NotImplemented
        return Vec(*(a + b for a, b in zip(self.c, o.c)))
    def __mul__(self, k): return Vec(*(a * k for a in self.c))
    __rmul__ = __mul__
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.c, o.c))
    def __neg__(self): return self * -1
    def __abs__(self): return (self @ self) ** 0.5
    def __bool__(self): return any(self.c)
    def __getitem__(self, i): return self.c[i]
    def __len__(self): return len(self.c)
    def __iter__(self): return iter(self.c)
    def __contains__(self, v): return v in self.c
    def __call__(self, x): return [x] * len(self)
    def __repr__(self): return "Vec" + repr(self.c)
    def __lt__(self, o): return abs(self) < abs(o)
    def __format__(self, spec): return "<" + ", ".join(format(x, spec) for x in self.c) + ">"

v, w = Vec(3, 4), Vec(1, 2)
print(v + w, 2 * v, v @ w, -v, abs(v), bool(Vec(0, 0)), v[0], v[-1:], len(v), list(v), 4 in v, v(1))
print(f"{v:.1f}", sorted([v, w]), max(v, w))
try:
    v + 1
except TypeError as e:
    print(e)
try:
    v - w
except TypeError as e:
    print(e)
v += w
print(v)
try:
    v >= w
except TypeError as e:
    print(e)
