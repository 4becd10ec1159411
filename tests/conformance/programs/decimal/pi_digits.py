from decimal import Decimal, getcontext
getcontext().prec = 60
def pi():
    three = Decimal(3)
    lasts, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
    while s != lasts:
        lasts = s
        n, na = n + na, na + 8
        d, da = d + da, da + 32
        t = (t * n) / d
        s += t
    return +s
print(pi())
print(Decimal(2).sqrt(), Decimal(1).exp(), (Decimal(5).sqrt() + 1) / 2, Decimal(3).ln(), Decimal(7) ** 100, Decimal(2) ** -60)
