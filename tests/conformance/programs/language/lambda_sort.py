people = [("Ann", 30), ("bob", 25), ("Cid", 30), ("dan", 22)]
print(sorted(people, key=lambda p: (-p[1], p[0].lower())))
print(sorted(people, key=lambda p: p[1], reverse=True))
print(max(people, key=lambda p: p[1]), min(people, key=lambda p: len(p[0])))
print(sorted("Hello World", key=str.lower), sorted(["10", "9", "1"], key=int))
print(list(map(lambda a, b: a * b, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])))
sorted([3, "a"])
