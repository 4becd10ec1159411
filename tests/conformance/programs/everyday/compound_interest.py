def schedule(principal, rate, years):
    balance = principal
    for y in range(1, years + 1):
        interest = balance * rate
        balance += interest
        yield y, round(interest, 2), round(balance, 2)
for row in schedule(10000, 0.05, 10):
    print("{:>3} {:>10,.2f} {:>12,.2f}".format(*row))
def payment(p, r, n):
    m = r / 12
    return p * m / (1 - (1 + m) ** -n)
pay = payment(250000, 0.045, 360)
print(round(pay, 2), round(pay * 360 - 250000, 2), f"${pay:,.2f}")
bal = 250000.0
for k in range(1, 13):
    i = bal * 0.045 / 12
    bal -= pay - i
print(round(bal, 2))
