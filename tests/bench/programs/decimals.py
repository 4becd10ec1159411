# Decimal: compound interest to the cent, a loan plan, and a square root to 60 digits.
# prints: 51718.15 358589.45 121204902071 092492603422

from decimal import ROUND_HALF_UP, Decimal, getcontext

cent = Decimal("0.01")
balance = Decimal("1000.00")
for month in range(5_000):
    interest = (balance * Decimal("0.0125") / 12).quantize(cent, rounding=ROUND_HALF_UP)
    balance += interest
    balance -= Decimal("0.50") if month % 3 else Decimal("1.25")

loan, paid = Decimal("250000"), Decimal(0)
while loan > 0:
    interest = (loan * Decimal("0.003")).quantize(cent)
    payment = min(Decimal("1400.00"), loan + interest)
    loan += interest - payment
    paid += payment

getcontext().prec = 60
roots = sum(Decimal(n).sqrt() for n in range(2, 150))
total = sum(Decimal(i) / Decimal(i + 1) for i in range(1, 4_000))
print(balance, paid, str(roots)[-12:], str(total)[-12:])
