d = {}
k = [3, 1, 2]
z = [-5, 2, -1]
d[max(k for k in k)] = sorted(z, key=lambda p: abs(p))
d[sum(x for x in k)] = [y for y in z]
d[(lambda: 7)()] = (lambda q: q + 1)(1)
print(d)
[lambda: 1, 2][1:][0 if (lambda: True)() else 1]
