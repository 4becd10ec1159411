import sys, math
print(sys.float_info.max, sys.float_info.min, sys.float_info.epsilon, sys.float_info.dig, sys.float_info.mant_dig)
print(float("inf") > 10 ** 400, float("nan") == float("nan"), math.inf - math.inf, math.isnan(math.nan), -math.inf, math.isclose(0.1 + 0.2, 0.3))
print((0.75).as_integer_ratio(), (0.1).as_integer_ratio(), (3.0).is_integer(), (1.5).hex(), float.fromhex("0x1.8p+1"), (5).as_integer_ratio())
print(float("1e500"), float("-1e-500"), float(" 1_000.5 "), float("infinity"), float("NaN"), float(".5"), float("5."), float("1E3"))
print(1.0 == 1, 0.1 + 0.2 == 0.3, 1e16 + 1 == 1e16, 2 ** 53 == 2.0 ** 53 + 1, 10 ** 22 == 1e22, 10 ** 23 == 1e23, hash(1.0) == hash(1))
print(math.nextafter(1, 2), math.ulp(1.0), math.copysign(1, -0.0), math.frexp(10), math.ldexp(0.5, 4), math.modf(-3.25), math.fmod(-7, 3), math.remainder(7, 4))
print(min(1, 1.0), max(1.0, 1), max([1, float("nan"), 2]), min(float("nan"), 1), sorted([3.0, 1, 2.5, True]))
for s in ["", "abc", "1,5", "1 2", "--1", "0x10", "1e", "_1", "1__0", "é"]:
    try:
        print(float(s))
    except ValueError as e:
        print(e)
