from fractions import Fraction as F
for f in (lambda: F(1, 0), lambda: F("1/0"), lambda: F("abc"), lambda: F("1/2/3"), lambda: F(1.5, 2), lambda: F("1", 2), lambda: F(float("nan")), lambda: F(float("inf")), lambda: F(None), lambda: F(1) / 0, lambda: F(0) ** -1, lambda: F(1) + "a", lambda: F(1) < "a", lambda: F(1, 2) < 1j, lambda: F(-1) ** F(1, 2), lambda: F("1.5/2"), lambda: F(1, 2).limit_denominator(0), lambda: F([1])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
