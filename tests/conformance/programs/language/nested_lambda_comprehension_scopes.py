table = {n: [f(n) for f in (lambda v: v + 1, lambda v: v * 2)] for n in range(3)}
print(table)
fns = {name: (lambda x, p=p: x ** p) for name, p in [("sq", 2), ("cube", 3)]}
print({k: f(3) for k, f in fns.items()})
matrix = [[(lambda a, b: a * b)(i, j) for j in range(3)] for i in range(3)]
print(matrix)
x, y = (lambda: 1)(), [i for i in range(2)]
print(x, y)
data = {"b": 1, "a": 2}
data[min(k for k in data)], data["z"] = sum(v for v in data.values()), list(map(lambda v: v + 1, [1]))
data
