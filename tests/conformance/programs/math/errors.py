import math
for code in ("sqrt(-1)", "log(0)", "log(-1)", "factorial(-1)", "factorial(2.5)", "acos(2)", "gcd(1.5, 2)", "exp(1000)", "pow(0, -1)", "isqrt(-4)", "comb(5, -1)", "fmod(1, 0)", "ceil(inf)", "floor(nan)", "gamma(0)", "dist([1], [1, 2])", "prod(5)", "sqrt('a')", "isclose(1, 2, rel_tol=-1)", "hypot('a')", "atanh(1)", "lgamma(-1)", "perm(3.0)", "log2(0)", "sumprod([1], [1, 2])", "ldexp(1, 100000)"):
    try:
        print(code, eval("math." + code, {"math": math, "inf": math.inf, "nan": math.nan}))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
