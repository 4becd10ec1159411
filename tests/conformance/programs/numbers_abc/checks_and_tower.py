import numbers, decimal, fractions
for value in (1, True, 1.5, 1j, decimal.Decimal(1), fractions.Fraction(1, 2), "1"):
    print(type(value).__name__, [isinstance(value, t) for t in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)])
class Money(numbers.Number):
    __hash__ = None
print(isinstance(Money(), numbers.Number), numbers.Integral.__mro__[1].__name__, sorted(numbers.Rational.__abstractmethods__)[:5])
try:
    numbers.Integral()
except TypeError as e:
    print(str(e)[:70])
print((5).numerator, (5).denominator, (5).real, (5).imag, (5).conjugate(), (1.5).as_integer_ratio(), (0.1).hex(), float.fromhex("0x1.8p1"), (1.5).is_integer(), (255).bit_length(), (255).bit_count(), (-5).as_integer_ratio(), (7).is_integer())
print(fractions.Fraction(3, 4) + 1, fractions.Fraction("0.125"), fractions.Fraction(0.1).limit_denominator(100), fractions.Fraction(1, 3) ** -2, fractions.Fraction(1, 2) + 0.5, fractions.Fraction(7, 2) // 2, divmod(fractions.Fraction(7, 2), 1), round(fractions.Fraction(5, 2)), hash(fractions.Fraction(2, 1)) == hash(2))
for bad in (lambda: fractions.Fraction(1, 0), lambda: fractions.Fraction("x"), lambda: fractions.Fraction(1.5, 2), lambda: decimal.Decimal(1) + 1.5, lambda: fractions.Fraction(1) + decimal.Decimal(1), lambda: fractions.Fraction(float("nan")), lambda: fractions.Fraction(float("inf")), lambda: 1 << -1, lambda: int("1_", 10), lambda: int("z", 36) and int("2", 2), lambda: int("", 10), lambda: int("1", 37), lambda: int(1.5, 2), lambda: int(None), lambda: int([]), lambda: float("1_0_"), lambda: float(""), lambda: (1).from_bytes("a"), lambda: (300).to_bytes(1), lambda: (-1).to_bytes(1), lambda: round(1.5, "a"), lambda: pow(2, -1, 4), lambda: pow(2, 2, 0), lambda: 2.0 ** 10000, lambda: (-8) ** (1/3) > 0, lambda: divmod(1, 0), lambda: 1 % 0.0, lambda: 1.0 // 0):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
