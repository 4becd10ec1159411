print(2 ** 10, 2 ** -1, 0 ** 0, 0.0 ** 0, (-2) ** 3, -2 ** 2, 2 ** 3 ** 2, 4 ** 0.5, 8 ** (1 / 3), 27 ** (1 / 3), 1e200 ** 1.5)
print((-8) ** (1 / 3), (-1) ** 0.5, pow(2, 10), pow(2, 10, 1000), pow(3, -1, 7), pow(2.0, 3), pow(-2, 3, 5), pow(0, 0, 1))
import math
print(math.sqrt(16), math.isqrt(17), math.pow(2, 0.5), math.exp(1), math.log(math.e), math.log(8, 2), math.log2(8), math.log10(1000), math.log1p(1e-10), math.expm1(1e-10))
for bad in [lambda: pow(2, -1, 4), lambda: pow(2, 3, 0), lambda: pow(2.0, 3, 5), lambda: 0 ** -1, lambda: pow("a", 2)]:
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
