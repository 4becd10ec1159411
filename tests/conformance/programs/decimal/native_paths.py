# What is done in native code, and what falls back: special values, traps, other types, subclasses.
import decimal
from decimal import *

print(Decimal("1_000.5"), Decimal("  12  "), Decimal("+.5"), Decimal("-0.00"), Decimal("1e-7"))
print(Decimal("0.1E3"), Decimal("00012.500"), Decimal("7."), Decimal(True), Decimal(-(10**40)))
print(Decimal("Infinity") + 1, Decimal("NaN") * 2, -Decimal("inf"), Decimal("nan") == Decimal("nan"))
for text in ("", "1.2.3", "abc", "1e", "--1", "1__0", "٣.٥"):
    try:
        print(repr(Decimal(text)))
    except InvalidOperation as error:
        print(repr(text), error)

same = Decimal("1.5")
print(Decimal(same) is same, same + 0 == same, hash(Decimal("2.0")) == hash(2), same == 1.5)
print(same > 1, 1 < same, same != "1.5", same < 2.5, Decimal(1) == True)
try:
    print(same + 1.5)
except TypeError as error:
    print(error)
try:
    print(same < "2")
except TypeError as error:
    print(error)


class Money(Decimal):
    def __repr__(self):
        return "Money(%s)" % self


print(repr(Money("1.10")), repr(Money("1.10") + Money(1)), type(Money(2) * 3).__name__, Money("2") > 1)

with localcontext() as context:
    context.traps[Inexact] = True
    print(Decimal(1) / 4)
    try:
        print(Decimal(1) / 3)
    except Inexact as error:
        print("inexact", error)
with localcontext(Context(prec=3, Emin=-5, Emax=5, rounding=ROUND_HALF_UP)) as context:
    print(Decimal("12345") + 1, Decimal("0.000012345") * 1, Decimal("9.995") + 0)
    try:
        print(Decimal("99999") * 100)
    except Overflow as error:
        print("overflow", error)
    context.clear_flags()
    print(Decimal("0.0000123") / 1000, context.flags[Subnormal], context.flags[Underflow])
with localcontext(prec=5):
    print(Decimal(2).sqrt(), Decimal(1) / 7, Decimal("1.05") ** 30, 2 ** Decimal("0.5"), Decimal(2) ** -2)
for a, b in ((1, 0), (0, 0), (-1, 0)):
    for operation in ("/", "//", "%"):
        try:
            print(eval("Decimal(a) %s Decimal(b)" % operation))
        except ArithmeticError as error:
            print(operation, type(error).__name__, error)
print(Decimal("1.25").quantize(Decimal("0.1")), Decimal("1.25").quantize(exp=Decimal("0.1"), rounding=ROUND_UP))
print(Decimal("1.25").quantize(Decimal("0.1"), ROUND_DOWN), Decimal("7").quantize(1), Decimal("1").quantize(Decimal("1e-3"), None))
try:
    Decimal("123456789.123").quantize(Decimal("1e-25"))
except InvalidOperation as error:
    print("quantize", error)
for specifier in ("", ".2f", ",.2f", ".0f", "10.3f", "e", ".3%", "+.1f", ",", "<8.1f", "n"):
    try:
        print(repr(format(Decimal("-1234567.891"), specifier)), end=" ")
    except ValueError as error:
        print(error, end=" ")
print()
print(sum([Decimal("0.1")] * 10), sum([Decimal("0.1")] * 10) == 1, max(Decimal(1), 2), abs(Decimal("-3.50")))
print(Decimal.from_float(0.1), float(Decimal("0.1")), int(Decimal("-7.9")), round(Decimal("2.675"), 2), round(Decimal("2.5")))
print(divmod(Decimal(17), 5), Decimal(-17) // 5, Decimal(-17) % 5, 17 - Decimal("0.5"), 17 // Decimal(5), 17 % Decimal(5))
print(Decimal("1e1000000") * 10 if False else Decimal("1e999999"), Decimal("5e-1000026") * 1)
print(+Decimal("-0"), -Decimal("0"), Decimal("-0") + 0, Decimal("0E+3") + Decimal("0.0"), bool(Decimal("0.000")))
print(getcontext().divide(1, 3), getcontext().power(2, 10), Context(prec=4).add(Decimal("1.23456"), 1))
print(isinstance(Decimal.__add__, object), Decimal.__add__(Decimal(1), 2), Decimal(1).__add__("x"), Decimal(1).__radd__(2))
