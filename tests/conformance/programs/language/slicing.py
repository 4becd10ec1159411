s = "abcdefghij"
print(s[2:5], s[:3], s[-3:], s[::2], s[::-1], s[8:2:-2], s[100:], s[-100:2])
l = list(range(10))
l[2:5] = ["x"]
print(l)
l[::2] = [0] * len(l[::2])
print(l)
print(slice(1, 10, 2).indices(5), slice(None, -1))
del l[1::2]
print(l)
l[::2] = [1]
