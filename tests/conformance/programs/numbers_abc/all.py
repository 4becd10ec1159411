import numbers
from fractions import Fraction
from decimal import Decimal
for x in (1, True, 1.5, 2j, Fraction(1, 2), Decimal(1), "1"):
    print(repr(x), [c.__name__ for c in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral) if isinstance(x, c)])
def add(a, b):
    if not all(isinstance(v, numbers.Number) for v in (a, b)):
        raise TypeError(f"expected numbers, got {type(a).__name__} and {type(b).__name__}")
    return a + b
print(add(1, 2.5), numbers.Integral.register(str) is str)
numbers.Complex()
