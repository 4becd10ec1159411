# Least squares three ways: the module, sums, and normal equations with fractions.
import statistics
from fractions import Fraction
x = [1.0, 2.5, 3.1, 4.8, 6.2, 7.7]
y = [2.1, 5.2, 5.9, 9.9, 12.3, 15.8]
r = statistics.linear_regression(x, y)
n = len(x)
b = (n * sum(a * c for a, c in zip(x, y)) - sum(x) * sum(y)) / (n * sum(a * a for a in x) - sum(x) ** 2)
print(r, b, sum(y) / n - b * sum(x) / n)
X, Y = [Fraction(str(v)) for v in x], [Fraction(str(v)) for v in y]
exact = (n * sum(a * c for a, c in zip(X, Y)) - sum(X) * sum(Y)) / (n * sum(a * a for a in X) - sum(X) ** 2)
print(exact, float(exact), abs(float(exact) - r.slope) < 1e-14)
residuals = [c - (r.slope * a + r.intercept) for a, c in zip(x, y)]
print([round(v, 6) for v in residuals], round(sum(residuals), 10), 1 - statistics.variance(residuals) / statistics.variance(y))
