# Loops over integers: the longest Collatz chain, and a nested sum.
# prints: 2919 217 231169

best, best_start = 0, 0
for start in range(1, 3_000):
    n, length = start, 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        length += 1
    if length > best:
        best, best_start = length, start

total = 0
for i in range(300):
    for j in range(300):
        total += (i * j) % 7
print(best_start, best, total)
