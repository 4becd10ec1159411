rows = [("Apple", 3, 1.5), ("Banana", 12, 0.25), ("Cherry", 150, 12.99), ("Kiwi", 0, 100.0)]
print(f"{'Item':<10}{'Qty':>6}{'Price':>10}{'Total':>12}")
print("-" * 38)
total = 0
for name, qty, price in rows:
    total += qty * price
    print(f"{name:<10}{qty:>6d}{price:>10.2f}{qty * price:>12,.2f}")
print("=" * 38)
print(f"{'Total':<26}{total:>12,.2f}")
print("|".join(f"{h:^9}" for h in ("a", "bb", "ccc")))
widths = [max(len(str(r[i])) for r in rows) for i in range(3)]
for r in rows:
    print(" ".join(str(v).rjust(w) for v, w in zip(r, widths)))
print("\n".join("\t".join(map(str, r)) for r in rows).expandtabs(12))
