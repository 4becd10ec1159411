s = set(range(0, 1000, 37))
print(s)
t = {n * n % 101 for n in range(200)}
print(t)
u = s | t
print(len(u), list(u)[:20], list(u - s)[:10], list(s & t))
for n in range(0, 50, 2):
    u.discard(n)
print(list(u)[:30])
