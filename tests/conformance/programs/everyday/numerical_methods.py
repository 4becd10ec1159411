import math
def newton(f, df, x, tol=1e-12):
    for i in range(50):
        step = f(x) / df(x)
        x -= step
        if abs(step) < tol:
            return x, i
print(newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0))
def bisect(f, a, b, tol=1e-10):
    while b - a > tol:
        m = (a + b) / 2
        if f(a) * f(m) <= 0: b = m
        else: a = m
    return (a + b) / 2
print(bisect(lambda x: x ** 3 - x - 2, 1, 2))
def simpson(f, a, b, n):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + 4 * sum(f(a + i * h) for i in range(1, n, 2)) + 2 * sum(f(a + i * h) for i in range(2, n, 2)))
print(simpson(math.sin, 0, math.pi, 100), simpson(lambda x: x * x, 0, 3, 10))
def rk4(f, y, t, h, n):
    for _ in range(n):
        k1 = f(t, y); k2 = f(t + h / 2, y + h * k1 / 2); k3 = f(t + h / 2, y + h * k2 / 2); k4 = f(t + h, y + h * k3)
        y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6; t += h
    return y
print(rk4(lambda t, y: -2 * y + t, 1.0, 0.0, 0.1, 20))
print(sum(1 / n ** 2 for n in range(1, 1001)), math.sqrt(6 * sum(1 / n ** 2 for n in range(1, 1001))), (1 + 1 / 10 ** 6) ** 10 ** 6)
