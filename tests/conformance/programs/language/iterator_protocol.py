class Fib:
    def __init__(self, limit):
        self.limit = limit
        self.a, self.b = 0, 1
    def __iter__(self):
        return self
    def __next__(self):
        if self.a > self.limit:
            raise StopIteration
        r = self.a
        self.a, self.b = self.b, self.a + self.b
        return r

print(list(Fib(50)), 13 in Fib(20), sum(Fib(100)), max(Fib(60)))
class Old:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError(i)
        return i * i
print(list(Old()), list(reversed([1, 2])))
it = iter([1, 2])
print(next(it), next(it), next(it, "end"))
print(list(iter(iter([1, 2, 0, 3]).__next__, 0)))
for x in 5:
    pass
