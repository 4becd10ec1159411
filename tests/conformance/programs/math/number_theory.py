import math
def sieve(n):
    f = bytearray([1]) * (n + 1)
    f[0:2] = b"\0\0"
    for i in range(2, math.isqrt(n) + 1):
        if f[i]:
            f[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, x in enumerate(f) if x]
def factor(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0:
            out.append(d); n //= d
        d += 1
    return out + ([n] if n > 1 else [])
p = sieve(100)
print(p, len(p), factor(600851475143), pow(3, 200, 1000007), pow(3, -1, 11), math.gcd(2**40, 6**20))
print([n for n in range(1, 500) if sum(d for d in range(1, n) if n % d == 0) == n])
def egcd(a, b):
    return (a, 1, 0) if b == 0 else (lambda g, x, y: (g, y, x - a // b * y))(*egcd(b, a % b))
print(egcd(240, 46), math.comb(100, 50), sum(int(c) for c in str(2**1000)))
pow(2, -1, 4)
