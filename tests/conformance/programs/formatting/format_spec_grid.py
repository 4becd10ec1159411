for value in (0, 7, -42, 1234567, 2**70):
    print([format(value, s) for s in ("", "d", "+d", " d", "05d", ",d", "_d", "x", "#x", "X", "o", "#b", "_b", "c" if 0 < value < 99 else "n", ">12", "<12", "^12", "=+12", "*^12", "012,d", "#_x", "e", ".2f", "%", "g")])
for value in (0.0, -0.0, 1.5, 1234567.891, 1e-7, 1e22, float("inf"), float("nan"), 0.1 + 0.2):
    print([format(value, s) for s in ("", ".0f", ".3f", "e", ".1e", "g", ".3g", "G", "%", ".1%", "+", " ", "010.2f", ",", ",.2f", "_.3f", "n", "#.0f", "#g", "z.1f", ">10.2f", "=+10.1f", ".10", "012")])
for value in ("", "abc", "é"):
    print([format(value, s) for s in ("", "5", ">5", "^5", "*<5", ".2", "5.1", "s", "=>5"[1:])])
print(f"{3+4j:.2f} {3+4j:>12} {1j} {-1.5+0j:e} {complex('nan'):.1f} {0j:+}")
for value, spec in [(1, "s"), ("a", "d"), (1.5, "d"), (1.5, "x"), ("a", "+"), ("a", "="), (1, ".2d"), (1, ".2"), ("a", ","), (1, ",x"), (1, "_c"), (1.5, ",_"), (1, "zz"), (1.0, "Z"), (1, "c,"), (-1, "c"), (2**30, "c"),
                    ("a", "05"), (True, "d"), (True, ""), (None, ""), (None, "5"), ([], "5"), (1, "99999999999999999999"), (1j, "05"), (1j, "="), (1j, "%"), (1, "+c"), ("a", "z"), (1, "z"), (b"a", ">5"), (object, "x")]:
    try:
        print(repr(value), spec, "->", repr(format(value, spec)))
    except Exception as e:
        print(repr(value), spec, "->", type(e).__name__, e)
print("{0:{1}.{2}f}|{x!r:>6}|{y[a]}|{z.real}|{{}}".format(3.14159, 8, 2, x="q", y={"a": 1}, z=5))
for bad in ("{", "}", "{0}{}", "{!z}", "{a}", "{0.x}", "{0[}", "{:{}}", "{1}"):
    try:
        print(bad, "->", bad.format(1))
    except Exception as e:
        print(bad, "->", type(e).__name__, e)
