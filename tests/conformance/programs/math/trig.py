import math
for x in (0, 0.5, 1, -2, 10, 1e6):
    print(math.sin(x), math.cos(x), math.tan(x), math.atan(x), math.sinh(min(x, 5)), math.cosh(min(x, 5)), math.tanh(x), math.asinh(x))
print(math.asin(1), math.acos(0.5), math.atan2(1, -1), math.acosh(2), math.atanh(0.5))
print(math.gamma(5), math.gamma(0.5), math.lgamma(100), math.erf(0.5), math.erfc(0.5))
