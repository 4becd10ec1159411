grades = {"Ann": [90, 85, 77], "Bob": [60, 70, 65], "Cy": []}
def avg(xs): return sum(xs) / len(xs)
for name, g in grades.items():
    try:
        print(f"{name}: {avg(g):.2f}")
    except ZeroDivisionError as e:
        print(f"{name}: no grades ({e})")
flat = [x for g in grades.values() for x in g]
print(min(flat), max(flat), sum(flat), sorted(flat)[len(flat) // 2])
mean = avg(flat)
print((sum((x - mean) ** 2 for x in flat) / (len(flat) - 1)) ** 0.5)
buckets = {}
for x in flat: buckets.setdefault(x // 10 * 10, []).append(x)
for b in sorted(buckets): print(f"{b}-{b + 9}: {'*' * len(buckets[b])}")
avg(grades["Cy"])
