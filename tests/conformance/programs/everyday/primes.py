def primes(n):
    return [p for p in range(2, n) if all(p % d for d in range(2, int(p ** 0.5) + 1))]
ps = primes(60)
print(ps, sum(ps), [(a, b) for a, b in zip(ps, ps[1:]) if b - a == 2])
def factors(n): return {f for i in range(1, int(n ** 0.5) + 1) if n % i == 0 for f in (i, n // i)}
print(factors(36), factors(97), sorted(factors(360)), set(factors(28)) - {28})
import math
print([math.gcd(a, b) for a, b in ((48, 36), (17, 5))], math.lcm(*range(1, 11)), [n for n in range(1, 100) if str(n) == str(n)[::-1] and n in ps])
def gen():
    n, comps = 2, {}
    while True:
        if n not in comps:
            yield n
            comps[n * n] = [n]
        else:
            for p in comps.pop(n): comps.setdefault(n + p, []).append(p)
        n += 1
from itertools import islice, takewhile
print(list(islice(gen(), 15)), sum(takewhile(lambda p: p < 1000, gen())))
