name, n, pi = "World", 42, 3.14159265
print(f"Hello {name}! {n:>5}|{n:<5}|{n:^5}|{n:05d}|{n:+}|{n:x}|{n:#b}")
print(f"{pi:.2f} {pi:8.3f} {pi:e} {pi:g} {pi:.0f} {1234567.891:,.2f} {0.256:.1%}")
print(f"{name!r} {name!s:>10} {name!a} {{literal}} {n=} {pi=:.3f} {n + 1 = }")
print(f"{'nested ' + f'{n}'} {[i for i in range(3)]} { {'a': 1}['a'] }")
width = 12
print(f"{name:*^{width}}|{pi:{width}.{3}}")
print(f"""multi
line {n}""")
