a, b = 0b110010, 0b101
print(a & b, a | b, a ^ b, ~a, a << 3, a >> 2, -a >> 1, -1 >> 10, ~-1, -5 & 3, -5 | 2, -5 ^ 1)
print(bin(a), bin(-a), hex(255), oct(8), bin(0), f"{a:08b}", int("110", 2), a.bit_length(), (-a).bit_count())
print([bin(i ^ (i >> 1))[2:].zfill(3) for i in range(8)], [i for i in range(64) if i & (i - 1) == 0])
x = 0xFFFF
x &= ~0xF0; print(hex(x)); x |= 1 << 20; print(hex(x)); x ^= 0xFF; print(hex(x)); x <<= 4; x >>= 2; print(x)
print(True & False, True | False, True ^ True, ~True if 0 else -2, 1 << 100 >> 98)
