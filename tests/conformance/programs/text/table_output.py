rows = [("Widget", 4, 3.5), ("Gadget", 10, 12.25), ("Thing", 1, 100)]
print(f"{'Item':<10}|{'Qty':^5}|{'Price':>10}")
print("-" * 10 + "+" + "-" * 5 + "+" + "-" * 10)
for name, q, p in rows:
    print(f"{name:<10}|{q:^5}|{p:>10.2f}")
print(f"{'Total':<16}|{sum(q * p for _, q, p in rows):>10,.2f}")
print("\n".join("".join(f"{i * j:4}" for j in range(1, 11)) for i in range(1, 11)))
w = max(len(r[0]) for r in rows)
print(*(f"{r[0]:{w}} {'*' * int(r[2] // 5)}" for r in rows), sep="\n")
print("%-10s|%5d|%8.3f" % rows[0], "{:>10}".format("right"), "{0}-{0}-{1}".format("a", "b"), "{x:.3e}".format(x=12345.678))
