# Comprehensions: the sieve of Eratosthenes, Pythagorean triples, sets.
# prints: 17984 199999 35 505 2160

limit = 200_000
sieve = [True] * (limit + 1)
sieve[0] = sieve[1] = False
for n in range(2, int(limit**0.5) + 1):
    if sieve[n]:
        sieve[n * n :: n] = [False] * len(sieve[n * n :: n])
primes = [n for n, is_prime in enumerate(sieve) if is_prime]
triples = [
    (a, b, c)
    for a in range(1, 75)
    for b in range(a, 75)
    for c in range(b, 75)
    if a * a + b * b == c * c
]
squares = {n * n % 1_009 for n in range(20_000)}
twins = sum(1 for a, b in zip(primes, primes[1:]) if b - a == 2)
print(len(primes), primes[-1], len(triples), len(squares), twins)
