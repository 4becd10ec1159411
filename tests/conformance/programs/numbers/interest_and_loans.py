def payment(principal, annual, years):
    r = annual / 12
    n = years * 12
    return principal * r * (1 + r) ** n / ((1 + r) ** n - 1)
p = payment(250000, 0.065, 30)
print(p, round(p, 2), f"{p:,.2f}")
balance = 10000
for month in range(1, 13):
    interest = balance * 0.05 / 12
    balance += interest - 860
    print(month, round(interest, 2), round(balance, 2))
print(1000 * (1 + 0.07 / 4) ** (4 * 10), 1000 * 2.718281828459045 ** 0.7, 5000 * 1.03 ** 7)
cash = [-1000, 300, 420, 680]
npv = lambda r: sum(c / (1 + r) ** t for t, c in enumerate(cash))
lo, hi = 0.0, 1.0
for _ in range(100):
    mid = (lo + hi) / 2
    if npv(mid) > 0: lo = mid
    else: hi = mid
print(lo, npv(0.1), npv(lo))
