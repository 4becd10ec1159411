# NIST StRD NoInt1 (B1 = 2.07438016528926) and NoInt2 (B1 = 0.727272727272727): through the origin.
import statistics
from fractions import Fraction
for name, x, y in [("NoInt1", list(range(60, 71)), list(range(130, 141))), ("NoInt2", [4, 5, 6], [3, 4, 4])]:
    r = statistics.linear_regression(x, y, proportional=True)
    exact = Fraction(sum(a * b for a, b in zip(x, y)), sum(a * a for a in x))
    residual = sum((b - exact * a) ** 2 for a, b in zip(x, y))
    print(name, r.slope, r.intercept, exact, float(exact), float(residual / (len(x) - 1)) ** 0.5)
    assert abs(r.slope - float(exact)) < 1e-15 * 4
assert f"{statistics.linear_regression(range(60, 71), range(130, 141), proportional=True).slope:.14f}" == "2.07438016528926"
