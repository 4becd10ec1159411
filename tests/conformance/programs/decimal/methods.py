from decimal import Decimal as D
d = D("-123.4500")
print(d.as_tuple(), d.normalize(), d.adjusted(), d.sign if hasattr(d, "sign") else "", d.is_signed(), d.is_zero(), d.is_finite(), d.copy_abs(), d.copy_negate(), d.to_integral_value(), d.to_eng_string(), d.canonical(), d.number_class())
print(D("1E+10"), D("1E+10").normalize(), D("100").normalize(), D("12345E+3").to_eng_string(), D("0.000001"), D("0.0000001"), D("1e-10") * 1, D("1000000000000000000000000000000"))
print(D(10).compare(D(3)), D(3).max(D(5)), D(3).min(5), D(7).fma(2, 3), D("1.5").as_integer_ratio(), D("1.25").scaleb(2), D("5").next_plus(), D("2").logb(), D(17).remainder_near(5), D("1.20").same_quantum(D("3.40")), D("12").shift(2), D("12").rotate(1))
print(D("1.10") + D("1.1"), D("1.10") * D("2.00"), D("5") / D("2.50"), D("1e3") + 1, D("0.10") - D("0.1"), sum([D("0.1")] * 10), D.from_float(0.5), D("0x1") if 0 else "")
print([str(x) for x in sorted([D("2.5"), D("-1"), D("10"), D("2.50")])], max(D("1"), D("2")), D("1") in [1, 2], {D("1.0"): "a"}[1], D("3") == 3, D("0.1") == 0.1, D("0.5") == 0.5)
print(int(D("7.9")), float(D("0.1")), str(D("1e5")), repr(D("1.50")), bool(D(0)), complex(D("1.5")), D("7").__floor__(), D("-7.5").__ceil__(), D("1_000.5"), D(" 5 "))
