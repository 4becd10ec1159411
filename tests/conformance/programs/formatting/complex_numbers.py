for z in [1j, 1 + 2j, -1.5 - 0.5j, complex(0, -0.0), complex("1+2j"), 3j ** 2, (1 + 1j) / (1 - 1j), abs(3 + 4j), complex(1e20, 1e-20), complex(float("inf"), float("nan"))]:
    print(repr(z), str(z))
z = 3 + 4j
print(z.real, z.imag, z.conjugate(), z * 2, z + 1, z - 1j, z == 3 + 4j, z != 3, -z, +z, bool(0j), hash(3 + 0j) == hash(3))
print(f"{z:.2f} {z:g} {z:>20} {z:+.1e} {z!r:>10} {z}", complex(1, 2) ** 0.5, (-1) ** 0.5, z ** 2, z ** -1, 2 ** z)
print(complex(" 1-2j "), complex("j"), complex("-1e3J"), complex(True), complex(real=1, imag=2))
