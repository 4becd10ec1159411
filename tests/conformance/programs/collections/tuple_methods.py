t = (1, 2, 3, 2)
print(t.count(2), t.index(3), t + (4,), t * 2, t[1:], (5,), (), tuple("ab"), (1, 2) < (1, 2, 0))
a, b = b, a = 1, 2
print(a, b, hash((1, 2)) == hash((1, 2)))
t[0] = 5
