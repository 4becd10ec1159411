def sieve(n):
    flags = bytearray([1]) * (n + 1)
    flags[0:2] = b"\0\0"
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, f in enumerate(flags) if f]
primes = sieve(100)
print(primes, len(sieve(10000)))
def factor(n):
    out, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            out[d] = out.get(d, 0) + 1
            n //= d
        d += 1
    if n > 1:
        out[n] = 1
    return out
print(factor(360), factor(97), factor(2 ** 10 * 3 ** 5), factor(600851475143))
import math
print(math.gcd(48, 36), math.gcd(), math.gcd(12, 18, 27), math.lcm(4, 6), math.lcm(3, 4, 5), math.gcd(0, 5), math.lcm(0, 5))
print([n for n in range(1, 500) if sum(d for d in range(1, n) if n % d == 0) == n])
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
print(max(range(1, 1000), key=collatz), collatz(27), [int(d) for d in str(2 ** 50)], sum(map(int, str(math.factorial(50)))))
