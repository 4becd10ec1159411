def knapsack(items, cap):
    best = [0] * (cap + 1)
    for w, v in items:
        for c in range(cap, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[cap]
print(knapsack([(12, 4), (2, 2), (1, 1), (4, 10), (1, 2)], 15))
def ways(amount, coins):
    t = [1] + [0] * amount
    for c in coins:
        for a in range(c, amount + 1):
            t[a] += t[a - c]
    return t[amount]
print(ways(100, [1, 5, 10, 25, 50]), ways(200, [1, 2, 5, 10, 20, 50, 100, 200]))
def queens(n, row=0, cols=frozenset(), d1=frozenset(), d2=frozenset()):
    if row == n: return 1
    return sum(queens(n, row + 1, cols | {c}, d1 | {row - c}, d2 | {row + c}) for c in range(n) if c not in cols and row - c not in d1 and row + c not in d2)
print([queens(n) for n in range(1, 7)])
def subsets(nums, target):
    return [[n for i, n in enumerate(nums) if m >> i & 1] for m in range(1 << len(nums)) if sum(n for i, n in enumerate(nums) if m >> i & 1) == target]
print(subsets([3, 34, 4, 12, 5, 2], 9))
def collatz(n):
    s = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        s.append(n)
    return s
print(collatz(27)[:10], len(collatz(27)), max(range(1, 300), key=lambda n: len(collatz(n))))
