import cmath, math
inf, nan = math.inf, math.nan
for z in (0j, complex(-0.0, 0.0), 1j, -1+0j, 3-4j, complex(inf, 0), complex(nan, 1), 1e308+1e308j):
    print(z, [cmath.isfinite(z), cmath.isinf(z), cmath.isnan(z)], repr(cmath.phase(z)))
    try:
        print(cmath.polar(z), abs(z))
    except OverflowError as e:
        print("overflow", e)
print(cmath.sqrt(-1), cmath.sqrt(complex(-4, -0.0)), cmath.rect(2, math.pi), cmath.exp(1j * math.pi), cmath.log(-1), cmath.log(8, 2), cmath.log10(1000))
for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh"):
    f = getattr(cmath, name)
    z = f(0.5+0.25j)
    print(name, f"{z.real:.12f}", f"{z.imag:.12f}", f(0j))
print(cmath.isclose(1+1j, 1+1.0000000001j), cmath.isclose(0, 1e-10), cmath.isclose(0, 1e-10, abs_tol=1e-9), cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.infj, cmath.nanj)
for bad in (lambda: cmath.log(0), lambda: cmath.exp(1000), lambda: cmath.atanh(1), lambda: cmath.sqrt("a"), lambda: cmath.log(1, 0), lambda: cmath.phase("x"), lambda: cmath.rect(1j, 2), lambda: 1j < 2, lambda: int(1j), lambda: 1j // 2, lambda: 1j % 2, lambda: 0j ** -1, lambda: complex("1 + 2j"), lambda: complex("x"), lambda: complex("1", 2), lambda: divmod(1j, 1), lambda: float(1j), lambda: math.floor(1j)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(complex("1+2j"), complex(" -infj "), complex("(3-4e2j)"), complex(1.5), complex(1, -2), (1+2j).conjugate(), (1+2j) * (3-1j), (1+2j) / (3-1j), (1+2j) ** 2, (2+0j) ** 0.5, -1 ** 0.5, (-1) ** 0.5, hash(3+0j) == hash(3), 1+0j == 1, {1: "a"}[1+0j])
print(repr(complex(-0.0, -0.0)), str(complex(nan, inf)), 1e16j, 1.0j, complex(0, -1), -1j, -(1j), 0.1+0.2j)
