class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n

print(list(Countdown(3)), sum(Countdown(5)), max(Countdown(4)))
it = iter([1, 2])
print(next(it), next(it), next(it, "none"))
print(list(iter(lambda c=iter([3, 2, 0, 9]): next(c), 0)))
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Seq()), 20 in Seq(), list(reversed([1, 2, 3])))
for f in (lambda: iter(5), lambda: next([]), lambda: len(5), lambda: reversed({1}), lambda: next(iter([]))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
a = [1, 2, 3]
for x in a:
    if x < 3:
        a.append(x + 10) if len(a) < 5 else None
print(a)
d = {1: 1}
for k in d:
    d[k + 1] = 1
