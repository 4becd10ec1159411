# NIST StRD Longley: seven certified coefficients, solved exactly.
from fractions import Fraction
rows = """60323 83.0 234289 2356 1590 107608 1947
61122 88.5 259426 2325 1456 108632 1948
60171 88.2 258054 3682 1616 109773 1949
61187 89.5 284599 3351 1650 110929 1950
63221 96.2 328975 2099 3099 112075 1951
63639 98.1 346999 1932 3594 113270 1952
64989 99.0 365385 1870 3547 115094 1953
63761 100.0 363112 3578 3350 116219 1954
66019 101.2 397469 2904 3048 117388 1955
67857 104.6 419180 2822 2857 118734 1956
68169 108.4 442769 2936 2798 120445 1957
66513 110.8 444546 4681 2637 121950 1958
68655 112.6 482704 3813 2552 123366 1959
69564 114.2 502601 3931 2514 125368 1960
69331 115.7 518173 4806 2572 127852 1961
70551 116.9 554894 4007 2827 130081 1962"""
data = [[Fraction(v) for v in row.split()] for row in rows.splitlines()]
y = [r[0] for r in data]
X = [[Fraction(1)] + r[1:] for r in data]
n = 7
a = [[sum(r[i] * r[j] for r in X) for j in range(n)] + [sum(r[i] * v for r, v in zip(X, y))] for i in range(n)]
for i in range(n):
    for r in range(n):
        if r != i:
            f = a[r][i] / a[i][i]
            a[r] = [u - f * v for u, v in zip(a[r], a[i])]
b = [a[i][n] / a[i][i] for i in range(n)]
certified = ["-3482258.63459582", "15.0618722713733", "-0.358191792925910E-01", "-2.02022980381683", "-1.03322686717359", "-0.511041056535807E-01", "1829.15146461355"]
for value, wanted in zip(b, certified):
    print(float(value), f"{float(value):.14e}")
    assert abs(float(value) - float(wanted)) <= 1e-14 * abs(float(wanted)), wanted
ss = sum((v - sum(c * x for c, x in zip(b, r))) ** 2 for r, v in zip(X, y))
print(float(ss / 9) ** 0.5)
assert f"{float(ss / 9) ** 0.5:.12f}" == "304.854073561965"
