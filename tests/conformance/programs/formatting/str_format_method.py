print("{} {}".format(1, 2), "{1} {0}".format("a", "b"), "{x} {y!r}".format(x=1, y="q"))
print("{0.real} {0.imag} {1[0]} {1[k]}".format(3 + 4j, {0: "zero", "k": "v"}))
print("{{}} {:>5} {:<5}| {:^5}|".format(1, 2, 3), "{!s:>6}".format("ab"), "{!a}".format("é"))
class P:
    def __format__(self, spec):
        return f"P<{spec}>"
print("{:abc} {}".format(P(), P()), f"{P():%Y-%m}")
print("{a[b]} {a[c][0]}".format(a={"b": 1, "c": [2]}), "{:{}.{}f}".format(3.14159, 8, 2))
print("{0:b} {0:o} {0:x} {0:e}".format(42), "{:,}".format(10**12), "{:.3%}".format(1/3))
print(*map("{:02d}:{:02d}".format, [1, 12], [5, 59]))
print("{name:*^{width}}".format_map({"name": "x", "width": 9}))
for bad in ["{", "}", "{0", "{a.}", "{a[}", "{0[a}", "{!x}", "{} {0}", "{0} {}", "{a b}", "{0.1}"]:
    try:
        print(bad.format(1, 2, 3, a=1))
    except Exception as e:
        print(bad, type(e).__name__, e)
