print(int("42"), int("-7"), int(" 5\n"), int("1_000"), int("0b101", 0), int("0x1F", 0), int("077", 8), int("zz", 36), int(3.9), int(-3.9), int(True), int(b"12"), int("٣"))
print(str(255), hex(255), oct(255), bin(255), chr(97), ord("a"), float(3), complex(2), bool(3), round(3.7), "%d" % 3.7)
for v in ["", "1.0", "abc", "1 2", "0x", "9z", "1__0", "_1", "+-1", "1e3", "é", "½"]:
    try:
        print(int(v))
    except ValueError as e:
        print(e)
for v, b in [("2", 2), ("8", 8), ("g", 16), ("1", 37), ("1", 1), ("z", 35), (5, 10)]:
    try:
        print(int(v, b))
    except Exception as e:
        print(type(e).__name__, e)
