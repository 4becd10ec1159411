a = b = None
for _ in range(50):
    a, b = [a], [b]
print(a == b)
a = []
a.append(a)
b = []
b.append(b)
try:
    print(a == b)
except RecursionError as e:
    print("RecursionError")
t = ()
for _ in range(100):
    t = (t,)
print(hash(t) == hash(t), len(repr(t)))
