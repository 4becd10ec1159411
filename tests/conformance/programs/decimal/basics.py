from decimal import Decimal, getcontext, ROUND_HALF_UP, ROUND_DOWN, ROUND_HALF_EVEN
print(Decimal("0.1") + Decimal("0.2"), Decimal(0.1), Decimal("1.10"), Decimal(10), Decimal("-0"), Decimal("1E+5"), Decimal("NaN"), Decimal("Infinity"))
a, b = Decimal("7.5"), Decimal("2")
print(a + b, a - b, a * b, a / b, a // b, a % b, a ** b, divmod(a, b), -a, abs(-a), +a, a > b, a == 7.5, a == Decimal("7.50"), hash(a) == hash(7.5))
print(Decimal(1) / Decimal(3), Decimal(2).sqrt(), Decimal(10).ln(), Decimal(100).log10(), Decimal(1).exp(), Decimal(2) ** Decimal("0.5"))
for q in ["2.675", "2.665", "-2.5", "1.005"]:
    d = Decimal(q)
    print(d.quantize(Decimal("0.01")), d.quantize(Decimal("0.01"), ROUND_HALF_UP), d.quantize(Decimal("1."), rounding=ROUND_DOWN), round(d, 1), round(d), int(d), float(d))
Decimal("3.14")
