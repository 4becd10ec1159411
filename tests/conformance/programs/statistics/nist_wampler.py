# NIST StRD Wampler1 to Wampler5: polynomials of degree 5, solved exactly and in floats.
from fractions import Fraction
def fit(xs, ys, degree, number):
    n = degree + 1
    a = [[number(sum(x ** (i + j) for x in xs)) for j in range(n)] + [number(sum(y * x ** i for x, y in zip(xs, ys)))] for i in range(n)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        for r in range(n):
            if r != i:
                f = a[r][i] / a[i][i]
                a[r] = [u - f * v for u, v in zip(a[r], a[i])]
    return [a[i][n] / a[i][i] for i in range(n)]
xs = list(range(21))
delta = [759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048, -2048, 1838, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 759]
wampler1 = [sum(x ** k for k in range(6)) for x in xs]
wampler2 = [sum(Fraction(x ** k, 10 ** k) for k in range(6)) for x in xs]
for name, ys in [("Wampler1", wampler1), ("Wampler2", wampler2), ("Wampler3", [y + d for y, d in zip(wampler1, delta)]), ("Wampler4", [y + 100 * d for y, d in zip(wampler1, delta)]), ("Wampler5", [y + 10000 * d for y, d in zip(wampler1, delta)])]:
    exact = fit(xs, ys, 5, Fraction)
    print(name, [str(b) for b in exact])
    print([f"{b:.3f}" for b in fit(xs, [float(y) for y in ys], 5, float)] if name != "Wampler5" else "")
    assert exact == [Fraction(1, 10 ** k if name == "Wampler2" else 1) for k in range(6)]
