matrix = [[1, 2, 3], [4, 5, 6]]
print([v for row in matrix for v in row if v % 2])
print([[row[i] for row in matrix] for i in range(3)])
print({k: v for k, v in zip("abc", range(3))}, {len(w) for w in ["a", "bb", "cc"]} == {1, 2})
print(sum(x * x for x in range(10)), list(x for x in (y for y in range(3))))
x = "outer"
print([x for x in range(3)], x)
print({v: k for k, v in {"one": 1, "two": 2}.items()})
print([(i, j) for i in range(3) for j in range(i)])
print([f"{a}{b}" for a, b in zip("ab", "cd")], any(n > 2 for n in range(3)), all([]))
class T:
    n = 3
    r = [i for i in range(n)]
print(T.r)
class U:
    n = 3
    r = [n for i in range(2)]
