import math
for f in (lambda: math.exp(1000), lambda: 2.0 ** 5000, lambda: float(10 ** 400), lambda: int("1" * 400) / 3.0, lambda: math.factorial(-1), lambda: math.factorial(1.5),
          lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-5), lambda: math.acos(2), lambda: math.gamma(0), lambda: math.pow(0, -1), lambda: math.fmod(1, 0), lambda: math.comb(3, -1), lambda: math.perm(-3), lambda: math.sqrt("a"), lambda: math.floor(float("nan")), lambda: math.ceil(float("inf")),
          lambda: (-8) ** (1 / 3), lambda: 10 ** 400 * 1.0, lambda: math.cosh(1000), lambda: math.atanh(1), lambda: 1e308 * 10, lambda: math.isqrt(-1), lambda: math.gcd(1.5), lambda: math.log(10 ** 400), lambda: math.ldexp(1.0, 5000), lambda: round(float("inf")), lambda: round(float("nan")), lambda: [0] * (10 ** 20), lambda: "a" * (2 ** 63), lambda: range(10 ** 20)[10 ** 19], lambda: len(range(10 ** 20)), lambda: chr(2 ** 40), lambda: 1 >> -1):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e)
