print({5, 1, 3, 100, 2})
print(set([10, 3, 7, 1]), {3, 2, 1}, set(range(10, 0, -1)))
s = {1, 2, 3}
s.add(0)
print(s, list(s))
print({33, 1, 65, 9, 17}, {-1, -2, 0, 5}, set([1000, 500, 250]))
print({1, 2, 3} | {9, 8, 7}, {5, 6, 7, 8} & {8, 7, 6}, {1, 2, 3, 4, 5} - {2}, {1, 20} ^ {20, 3})
print({x * x % 11 for x in range(11)}, frozenset([8, 4, 2]), {True, 2, 0}, {1.5, 2.5, 0.5}, {2.0, 1.0})
for v in {40, 30, 20, 10}:
    print(v, end=" ")
print()
print(set([4, 2, 9, 4, 1]).pop(), sum({7, 3}), [*{12, 11, 10}])
print({(1, 2), (0, 1)}, {None, 1} == {1, None})
s = set(range(20))
s -= {0, 3, 4}
s.add(100)
print(s)
s.pop()
