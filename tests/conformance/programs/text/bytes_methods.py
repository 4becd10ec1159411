b = b"Hello, World"
print(b[0], b[:5], b.upper(), b.split(b", "), b.find(b"W"), b.replace(b"l", b"L"), b.hex(" "), list(b)[:3], bytes([72, 105]), b"%d-%s" % (5, b"x"))
ba = bytearray(b"abc")
ba.append(100); ba.extend(b"ef"); ba[0] = 65; del ba[1]; ba += b"!"; print(ba, ba.pop(), ba.decode(), ba.index(b"d"), bytes(ba), ba * 2)
m = memoryview(b"abcdef"); print(m[1:3].tobytes(), len(m), m[0], m.tolist(), m.readonly, int.from_bytes(b"\x01\x00", "big"), (258).to_bytes(2, "little"), int.from_bytes(b"\xff", signed=True))
print(b"a" in b"abc", 97 in b"abc", b"a" < b"b", b"\x00\xff\n'", bytes(3), b"ab".ljust(4, b"."), b" x ".strip(), bytes("é", "utf-8"), b"x".isalpha(), b"a,b".partition(b","))
for code in ("b'a' + 'b'", "bytes([256])", "bytes('a')", "ba[0] = 300", "b'abc'['a']", "bytes.fromhex('xyz')", "b'\\xff'.decode('ascii')", "(300).to_bytes(1, 'big')", "bytes(-1)"):
    try:
        exec(code)
    except Exception as e:
        print(code, "->", type(e).__name__, e)
