print({3, 1, 2}, set([5, 3, 9, 1]), {10, 2, 33, 7, 100, 64})
print(set(range(10, 0, -1)), set([100, 50, 25, 12, 6, 3]))
s = set()
for n in [17, 3, 99, 42, 8, 1000, 5, 64, 23]:
    s.add(n)
    print(s)
print(list(s), tuple(s), max(s), sum(s))
frozenset([8, 1, 16])
