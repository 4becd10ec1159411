print({5, 3, 1}, {10, 9, 8}, set([100, 1, 50]), {8, 0, 16, 24}, {-1, -2, -3, 0}, {3.0, 2, True}, frozenset([9, 4, 7]))
s = set()
for n in (40, 8, 16, 1, 33, 7):
    s.add(n); print(s)
for n in (8, 40):
    s.discard(n); print(s, s & {1, 7, 16}, s | {2, 9}, s ^ {7, 100}, s - {1})
print(set(range(20)), {i * i for i in range(12)}, {i % 7 for i in range(50)}, set(range(0, 100, 9)), list({1000, 2000, 3000, 5}))
print({2**40, 2**41, 1}, {2**61 - 1, 0, 5}, {2**61, 1}, {-(2**61), 7}, {0.5, 0.25, 2, 3}, {1e10, 3, 7.5})
t = {3, 1, 2}; t.update([9, 4]); print(t, t.pop(), t, sorted(t), min(t), len(t), t.copy(), set(list(t)), set(t))
print([x for x in {9, 17, 1, 25}], {x: 1 for x in {4, 12, 20}}, *{6, 14, 22}, sum({1, 2, 3}), {frozenset({2, 1}), frozenset({3})} == {frozenset({1, 2}), frozenset([3])})
print({1, 2, 3}.union([10, 20], (5,)), {1, 2, 3}.difference([2]), {5, 6, 7}.intersection({7, 5, 1}), {1, 2} <= {2, 1, 0}, {1}.isdisjoint({2}), {(1, 2), (0, 1)}, {(3,), (1,), (2,)})
