import struct
print(struct.pack("<IhB", 1, -2, 255), struct.unpack(">HH", b"\x00\x01\x02\x03"), struct.calcsize("<iqd"), struct.pack("!f", 1.5), struct.unpack("<d", struct.pack("<d", 3.14)), struct.pack("5s", b"abc"), struct.pack("?c", True, b"x"))
print(list(struct.iter_unpack("<H", b"\x01\x00\x02\x00")), struct.unpack_from("<H", b"\xff\x01\x00", 1), struct.Struct("<2h").size, struct.pack("<e", 0.1).hex(), struct.pack("<3H", 1, 2, 3).hex())
for code in ("struct.pack('B', 256)", "struct.unpack('<I', b'ab')", "struct.pack('<h', 1, 2)", "struct.pack('q')", "struct.pack('i', 'a')", "struct.calcsize('y')", "struct.pack('<b', -129)"):
    try:
        print(eval(code))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
