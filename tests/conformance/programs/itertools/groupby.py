from itertools import groupby
data = "AAABBBCCDAA"
print([(k, len(list(g))) for k, g in groupby(data)])
rows = [("x", 1), ("x", 2), ("y", 3), ("x", 4)]
for k, g in groupby(sorted(rows), key=lambda r: r[0]):
    print(k, list(g))
print([k for k, g in groupby([1, 1, 2, 2, 1])])
gs = groupby("aab")
k1, g1 = next(gs)
k2, g2 = next(gs)
print(k1, list(g1), k2, list(g2))
