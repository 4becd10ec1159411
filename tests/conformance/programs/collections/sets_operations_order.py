a = {1, 5, 9, 13, 17}
b = {17, 9, 2, 33, 40}
print(a | b, a & b, a - b, b - a, a ^ b)
print(a.union([100, 3], range(3)), a.intersection([9, 1, 5]), a.symmetric_difference([1, 77]))
c = set(a)
c |= {64, 7}
c -= {5}
c ^= {9, 8}
print(c)
c.discard(1000); c.remove(64)
print(c, c.isdisjoint({99}), {1} < a, a >= {1, 5}, {5, 1} == {1, 5})
