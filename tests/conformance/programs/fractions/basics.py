from fractions import Fraction as F
print(F(3, 4) + F(1, 6), F(1, 3) - F(1, 2), F(2, 3) * F(9, 4), F(1, 2) / F(3, 4), F(7, 2) // 1, F(7, 2) % 1, F(2, 3) ** 3, F(2, 3) ** -2, F(4) ** F(1, 2), divmod(F(7, 2), F(2, 3)))
print(F(6, -8), F("3/4"), F("0.125"), F("-1.5e-2"), F(0.5), F(0.1), F(5), F(), F("  7 "), F(F(1, 2), 3), F.from_float(0.75))
print(F(1, 3) + 1, F(1, 3) + 0.5, 1 - F(1, 3), F(1, 2) == 0.5, F(1, 3) < 0.34, F(3, 1) == 3, hash(F(1, 2)) == hash(0.5), F(1, 2) + 1j, F(7, 3) > F(9, 4))
x = F(22, 7)
print(x.numerator, x.denominator, float(x), int(x), round(x), round(x, 2), abs(-x), -x, x.limit_denominator(5), str(x), repr(x), f"{x}", bool(F(0)), x.as_integer_ratio(), x.is_integer())
import math
print(math.floor(F(-7, 2)), math.ceil(F(-7, 2)), math.trunc(F(-7, 2)), F(math.pi).limit_denominator(1000), F("3.14159").limit_denominator(100), F(1.1).limit_denominator())
print(sum([F(1, n) for n in range(1, 11)]), max(F(1, 2), F(2, 3)), sorted([F(1, 2), F(1, 3), 0.4]), [F(i, 6) for i in range(7)])
F(1, 3) * 3
