print(2 ** 100, 10 ** 50, -(7 ** 77), 2 ** 64 - 1, len(str(2 ** 1000)))
print(f"{2**100:,}", f"{2**70:x}", f"{10**30:e}", f"{2**80:_d}", hex(2**90), bin(2**70), oct(2**65))
import math
print(math.factorial(30), math.comb(100, 50), 100 ** 100 % 97, pow(3, 200, 10**9 + 7), math.isqrt(10 ** 40))
print((2 ** 200) // (3 ** 100), divmod(10 ** 30, 7 ** 20), -(10 ** 20) // 7, -(10 ** 20) % 7)
print(int("123456789" * 5), int("-ff" * 1, 16), int("z" * 10, 36), 1_000_000, 0b1010, 0o17, 0xFF, 1e3, 0x_ff)
print(float(2 ** 100), 2 ** 0.5, 2 ** -2, (2 ** 100) / 3, 10 ** 20 / 10 ** 18, (10 ** 25) * 1.0, int(1e25), int(2.9e15))
print((2 ** 100).bit_length(), (255).bit_count(), (1024).to_bytes(4, "big"), int.from_bytes(b"\x01\x00", "little"), (-5).to_bytes(2, "little", signed=True))
print(hash(2 ** 61 - 1), hash(2 ** 61), hash(-1), hash(-2), hash(1.5), hash(10 ** 30), hash(0.1), hash(float("inf")))
