import cmath
z = 3 + 4j
print(abs(z), cmath.phase(z), cmath.polar(z), cmath.rect(2, cmath.pi / 2), z.conjugate(), z.real, z.imag)
print(cmath.sqrt(-1), cmath.exp(1j * cmath.pi), cmath.log(z), cmath.log(z, 2), cmath.log10(z), cmath.sin(z), cmath.cos(z), cmath.tan(1j))
print(cmath.asin(2), cmath.acos(2), cmath.atan(1 + 1j), cmath.sinh(1j), cmath.cosh(1j), cmath.tanh(1), cmath.asinh(1), cmath.acosh(0.5), cmath.atanh(0.5))
print(cmath.isclose(1, 1 + 1e-10j), cmath.isfinite(z), cmath.isinf(complex("inf")), cmath.isnan(complex("nan")), cmath.inf, cmath.nan, cmath.infj, cmath.nanj, cmath.e, cmath.tau)
a, b, c = 1, 2, 5
d = cmath.sqrt(b * b - 4 * a * c)
print((-b + d) / (2 * a), (-b - d) / (2 * a))
cmath.log(0)
