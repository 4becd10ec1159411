from fractions import Fraction
def cf(x, n):
    out = []
    for _ in range(n):
        a = x.numerator // x.denominator
        out.append(a)
        x -= a
        if not x: break
        x = 1 / x
    return out
def back(c):
    x = Fraction(c[-1])
    for a in reversed(c[:-1]):
        x = a + 1 / x
    return x
c = cf(Fraction("3.14159265358979"), 8)
print(c, [str(back(c[:i])) for i in range(1, 6)], back(c) == Fraction("3.14159265358979"))
h = Fraction(0)
for n in range(1, 21):
    h += Fraction(1, n)
print(h, float(h))
def egyptian(f):
    out = []
    while f:
        d = -(-f.denominator // f.numerator)
        out.append(d); f -= Fraction(1, d)
    return out
print(egyptian(Fraction(5, 6)), egyptian(Fraction(7, 15)))
m = [[Fraction(1, i + j + 1) for j in range(3)] for i in range(3)]
print(m[0], m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]))
