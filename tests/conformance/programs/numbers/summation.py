import math
xs = [0.1] * 10
print(sum(xs), math.fsum(xs), sum([1e16, 1, -1e16]), math.fsum([1e16, 1, -1e16]), sum([1, 2.5, 3j]), sum([], 5), sum([[1], [2]], []))
print(sum(1 / n for n in range(1, 1000)), sum(n ** -2 for n in range(1, 10000)), sum(range(10 ** 6)), sum([True] * 3))
print(math.prod([1, 2, 3, 4]), math.prod([]), math.prod([1.5, 2]), math.prod([2], start=10), math.sumprod([1, 2], [3, 4]), math.hypot(3, 4), math.hypot(1, 2, 2), math.dist([0, 0], [3, 4]))
print(sum([0.1, 0.2, 0.3]), sum([1e100, 1.0, -1e100]), 0.1 + 0.2 + 0.3, sum([0.5, 0.25] * 3))
acc = 0.0
for i in range(1000):
    acc += 0.001
print(acc, sum(0.001 for _ in range(1000)))
