# Dictionaries: counting, grouping and looking up with integer, string and tuple keys.
# prints: 1009 60 team26 910560

counts = {}
for i in range(60_000):
    key = i * 7919 % 1009
    counts[key] = counts.get(key, 0) + 1

groups = {}
for i in range(30_000):
    groups.setdefault(f"team{i % 97}", []).append(i)

grid = {(x, y): x ^ y for x in range(120) for y in range(120)}
hits = sum(grid[y, x] for x in range(120) for y in range(120) if (y, x) in grid)
largest = max(groups.items(), key=lambda item: (sum(item[1]), item[0]))
print(len(counts), max(counts.values()), largest[0], hits)
