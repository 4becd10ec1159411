# An equation and an integral, in symbols.
# prints: [1, 2, 3] x/2 - sin(x)*cos(x)/2

from sympy import integrate, sin, solve, symbols
x = symbols("x")
print(solve(x**3 - 6 * x**2 + 11 * x - 6, x), integrate(sin(x) ** 2, x))
