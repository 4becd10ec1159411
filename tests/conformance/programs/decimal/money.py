from decimal import Decimal, ROUND_HALF_UP
prices = ["19.99", "5.01", "100.00", "0.335"]
tax = Decimal("0.0825")
total = sum(map(Decimal, prices))
due = (total * (1 + tax)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
print(total, total * tax, due, due - total)
share = (due / 3).quantize(Decimal("0.01"))
print(share, share * 3, due - share * 3)
balance = Decimal("1000")
for year in range(3):
    balance *= Decimal("1.035")
    print(year, balance, balance.quantize(Decimal(".01")))
print(sum(0.1 for _ in range(3)) == 0.3, sum(Decimal("0.1") for _ in range(3)) == Decimal("0.3"))
