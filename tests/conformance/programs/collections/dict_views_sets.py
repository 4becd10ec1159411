a = {3: "x", 1: "y", 9: "z"}
b = {9: "z", 4: "w", 1: "q"}
print(a.keys() & b.keys(), a.keys() | b.keys(), a.keys() - b.keys(), a.keys() ^ b.keys())
print(a.items() & b.items(), sorted(a.items() | b.items()), a.keys() == {1, 3, 9}, a.keys() >= {1})
print(a.keys().isdisjoint([5]), set(a), list(a.keys())[::-1])
