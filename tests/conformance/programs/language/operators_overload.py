class Vec:
    def __init__(self, *c):
        self.c = c
    def __add__(self, o):
        if not isinstance(o, Vec):
            return NotImplemented
        return Vec(*(a + b for a, b in zip(self.c, o.c)))
    def __mul__(self, k):
        return Vec(*(a * k for a in self.c))
    __rmul__ = __mul__
    def __matmul__(self, o):
        return sum(a * b for a, b in zip(self.c, o.c))
    def __neg__(self):
        return self * -1
    def __eq__(self, o):
        return isinstance(o, Vec) and self.c == o.c
    def __hash__(self):
        return hash(self.c)
    def __abs__(self):
        return sum(a * a for a in self.c) ** 0.5
    def __bool__(self):
        return any(self.c)
    def __len__(self):
        return len(self.c)
    def __getitem__(self, i):
        return self.c[i]
    def __repr__(self):
        return f"Vec{self.c}"

v, w = Vec(3, 4), Vec(1, 2)
print(v + w, 2 * v, v @ w, -v, abs(v), bool(Vec(0, 0)), len(v), v[-1], v[0:1])
print(v == Vec(3, 4), v != w, {v: 1}[Vec(3, 4)])
print(list(v), 3 in v)
v + 1
