print(int("42"), int(" 7\n"), int("-1_000"), int("ff", 16), int("0b101", 0), int("z", 36), int(3.9), int(-3.9))
print(str(1.0), repr("a'b"), repr('a"b'), repr("a'\"b"), ascii("é"), str(b"x"), repr("\n\t\\"))
print(float("1e3"), float(" inf "), float("-nan"), complex("1+2j"), bool("False"))
print(list("abc"), tuple([1]), set("aa"), dict([("a", 1)]), dict(a=1))
print(chr(8364), ord("€"), bin(10), oct(8), hex(255), bytes([65, 66]), bytearray(2))
for bad in ("int('x')", "int('1.5')", "int('')", "float('abc')", "int('9', 8)", "int(None)", "chr(-1)", "ord('ab')", "int([])", "float([])", "complex('x')", "int('5', 1)"):
    try:
        eval(bad)
    except Exception as e:
        print(bad, "->", type(e).__name__, e)
