words = "the quick brown fox jumps over the lazy dog".split()
print(sorted(set(words)), len(set(words)))
d = {}
for w in words:
    d[w] = d.get(w, 0) + 1
print(d)
print(list(dict.fromkeys(words)))
print(sorted(d, key=lambda w: (-d[w], w)))
