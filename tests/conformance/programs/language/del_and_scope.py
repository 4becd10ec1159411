x = [1, 2, 3, 4, 5]
del x[0], x[-1]
print(x)
del x[:]
print(x)
d = {"a": 1, "b": 2}
del d["a"]
print(d)
del d["zzz"]
