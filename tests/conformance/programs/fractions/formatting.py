from fractions import Fraction as F
for x in [F(1, 3), F(-22, 7), F(1000000, 7), F(5), F(1, 10**6)]:
    print([format(x, s) for s in ["", ".2f", ".5f", "e", ".3g", ",.1f", ">12", "+.2f", ".1%", "08.3f", "10", "^+12"]])
print(f"{F(1, 7):.10f} {F(2, 3)!r} {F(3, 8)!s:>6}", "%s" % F(1, 2), "%.3f" % F(1, 3))
