from decimal import *
for f in (lambda: Decimal(1) / 0, lambda: Decimal(0) / 0, lambda: Decimal("abc"), lambda: Decimal("sNaN") + 1, lambda: Decimal(-1).sqrt(), lambda: Decimal(10) ** 1000000, lambda: Decimal("1.5") + 1.5, lambda: Decimal(1) < "a", lambda: Decimal("NaN") < 1, lambda: int(Decimal("NaN")), lambda: int(Decimal("Infinity")), lambda: Decimal(-1).ln(), lambda: Decimal("123.456").quantize(Decimal("1e-40")), lambda: Decimal([1]), lambda: Decimal(0) ** 0, lambda: Decimal(1) % 0, lambda: Decimal(1) // 0, lambda: Decimal(None), lambda: Decimal((0, (1, 2), "x")), lambda: round(Decimal("Infinity"))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
ctx = getcontext()
ctx.traps[DivisionByZero] = False
print(Decimal(1) / 0, Decimal(-1) / 0, ctx.flags[DivisionByZero])
ctx.traps[InvalidOperation] = False
print(Decimal(0) / 0, Decimal("bad"))
ctx.traps[FloatOperation] = True
Decimal(1.5)
