from decimal import *
getcontext().prec = 6
print(Decimal(1) / Decimal(7), Decimal("123456789") + 1, +Decimal("123456789"), getcontext().prec)
with localcontext() as ctx:
    ctx.prec = 50
    print(Decimal(1) / 7, Decimal(2).sqrt())
print(Decimal(1) / 7)
getcontext().prec = 28
for mode in [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]:
    with localcontext(rounding=mode):
        print(mode, [str(Decimal(x).quantize(Decimal(1))) for x in ("2.5", "-2.5", "1.1", "-1.1", "3.5", "0.5")])
print(Context(prec=3).divide(Decimal(1), Decimal(3)), Context(prec=4, rounding=ROUND_UP).create_decimal("1.23456"))
print(getcontext())
print(ExtendedContext.divide(Decimal(1), Decimal(0)), BasicContext.prec)
