rows = [(i % 3, chr(97 + i)) for i in range(9)]
rows.sort(key=lambda r: r[0])
print(rows)
rows.sort(key=lambda r: r[0], reverse=True)
print(rows)
class K:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v % 10 < o.v % 10
    def __repr__(self): return str(self.v)
print(sorted(map(K, [13, 3, 21, 11, 1, 23])))
