import random
random.seed(5)
xs = [random.randrange(1000) for _ in range(60)]
print(set(xs))
s = set()
for x in xs:
    s.add(x)
print(s == set(xs), s)
for x in xs[:30]:
    s.discard(x)
print(s)
s.update(range(5))
print(s)
print(set(xs[:20]) & set(xs[10:40]))
print(set(xs[:20]) | set(xs[10:40]))
print(set(xs[:20]) ^ set(xs[10:40]))
print(set(xs[:20]) - set(xs[10:40]))
print(frozenset(xs[:12]))
print({hash(x / 7) % 97 for x in xs[:10]})
print(set(map(float, xs[:10])))
print({-x for x in xs[:10]})
print({x**5 for x in xs[:8]}, {2**61 - 1, 2**61, 2**70})
