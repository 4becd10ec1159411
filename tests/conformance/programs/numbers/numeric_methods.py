def f(x):
    return x ** 3 - 2 * x - 5
def newton(x, n):
    for _ in range(n):
        x -= f(x) / (3 * x ** 2 - 2)
    return x
print(newton(2, 10), f(newton(2, 10)))
lo, hi = 2.0, 3.0
for _ in range(60):
    mid = (lo + hi) / 2
    lo, hi = (mid, hi) if f(mid) < 0 else (lo, mid)
print(lo, hi)
import math
def simpson(g, a, b, n):
    h = (b - a) / n
    return h / 3 * (g(a) + g(b) + 4 * sum(g(a + i * h) for i in range(1, n, 2)) + 2 * sum(g(a + i * h) for i in range(2, n, 2)))
print(simpson(math.sin, 0, math.pi, 100), simpson(lambda x: math.exp(-x * x), -3, 3, 200))
y, t, h = 1.0, 0.0, 0.1
for _ in range(10):
    k1 = -2 * y; k2 = -2 * (y + h / 2 * k1); k3 = -2 * (y + h / 2 * k2); k4 = -2 * (y + h * k3)
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4); t += h
print(t, y, math.exp(-2))
pi = sum((-1) ** k / (2 * k + 1) for k in range(10000)) * 4
print(pi, abs(pi - math.pi), sum(1 / math.factorial(k) for k in range(20)), math.e)
def det(m):
    if len(m) == 1: return m[0][0]
    return sum((-1) ** j * m[0][j] * det([r[:j] + r[j + 1:] for r in m[1:]]) for j in range(len(m)))
print(det([[2, -1, 0], [-1, 2, -1], [0, -1, 2]]), det([[1.5, 2], [3, 4]]))
