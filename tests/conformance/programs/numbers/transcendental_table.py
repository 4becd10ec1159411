import math
print(math.cbrt(27), math.cbrt(-8), math.cbrt(2))
for i in range(0, 361, 30):
    r = math.radians(i)
    print(i, math.sin(r), math.cos(r), math.tan(r))
for x in [0.1, 0.5, 1, 2, 10, 100.5]:
    print(x, math.exp(x), math.log(x), math.sqrt(x), math.sinh(x) if x < 50 else "", math.atan(x), math.gamma(x), math.lgamma(x), math.erf(x), math.erfc(x))
