import math
print(math.pi, math.e, math.tau, math.inf, math.nan)
print(math.sqrt(2), math.cbrt(8), math.isqrt(99), math.pow(2, 0.5), math.exp(1), math.expm1(1e-10), math.exp2(10))
print(math.log(10), math.log(8, 2), math.log2(1024), math.log10(1000), math.log1p(1e-10), math.log(10**400))
print(math.ceil(2.1), math.floor(-2.1), math.trunc(-2.7), math.fabs(-3), math.fmod(-7, 3), math.remainder(7, 4), math.modf(3.75), math.frexp(10), math.ldexp(0.5, 4))
print(math.gcd(12, 18, 8), math.lcm(4, 6), math.gcd(), math.factorial(20), math.comb(10, 3), math.perm(5, 2), math.perm(4))
print(math.hypot(3, 4), math.hypot(1, 2, 3), math.dist([0, 0], [3, 4]), math.copysign(3, -0.0), math.degrees(math.pi), math.radians(180))
print(math.isclose(0.1 + 0.2, 0.3), math.isfinite(1), math.isinf(math.inf), math.isnan(math.nan), math.fsum([0.1] * 10), math.prod([1, 2, 3], start=2), math.sumprod([1, 2], [3, 4]))
print(math.nextafter(1, 2), math.ulp(1), math.nextafter(0, 1, steps=3), math.fma(2, 3, 4))
