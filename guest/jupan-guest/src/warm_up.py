# Programs that are run once, before the snapshot, for what they leave in the interpreter:
# specialised code, looked-up attributes, filled caches. Nothing that a program can see stays.
# A line of dashes ends a program.
print(1 + 1)
# ---
import math, random, re, json, statistics, itertools, collections
from collections import Counter, defaultdict, deque
from decimal import Decimal, getcontext
from fractions import Fraction
from datetime import datetime, timedelta, date

text = "the quick brown fox jumps over the lazy dog"
counts = Counter(text.split())
for word, count in counts.most_common(3):
    print(f"{word:>10}: {count:3d} {count / len(counts):.2%}")
print(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:2])
print(json.loads(json.dumps({"a": [1, 2.5, None, True], "b": {"c": "d"}}, indent=2)))
print(re.sub(r"(\w+) (\w+)", r"\2 \1", text), re.findall(r"[aeiou]+", text))
print(statistics.mean([1, 2, 3, 4]), statistics.stdev([1.5, 2.5, 3.5]), statistics.median([3, 1]))
print(Decimal("0.1") + Decimal("0.2"), Decimal(2).sqrt(), round(Decimal("2.675"), 2))
print(Fraction(1, 3) + Fraction(1, 6), float(Fraction(7, 8)))
print(math.sqrt(2), math.factorial(20), math.gcd(12, 18), math.comb(10, 3), math.pi)
print(datetime(2024, 2, 29) + timedelta(days=365), (date(2024, 3, 1) - date(2023, 3, 1)).days)
print(list(itertools.combinations("abcd", 2))[:3], list(itertools.accumulate(range(5))))
print(random.Random(1).randint(1, 6), random.Random(2).sample(range(100), 3))
total = 0
for i in range(50):
    if i % 3 == 0 or i % 5 == 0:
        total += i * i
    elif i > 40:
        continue
print(total, sum(x**2 for x in range(10)), [x for x in range(20) if x % 2], {x: x for x in "ab"})
# ---
from dataclasses import dataclass, field


@dataclass
class Point:
    x: float
    y: float = 0.0
    tags: list = field(default_factory=list)

    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def __len__(self):
        return len(self.items)

    def __repr__(self):
        return f"Stack({self.items!r})"


def fibonacci(n, memo={}):
    if n in memo:
        return memo[n]
    memo[n] = n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    return memo[n]


def primes(limit):
    sieve = [True] * (limit + 1)
    for n in range(2, limit + 1):
        if sieve[n]:
            yield n
            for multiple in range(n * n, limit + 1, n):
                sieve[multiple] = False


stack = Stack()
for prime in primes(50):
    stack.push(prime)
print(Point(3, 4).norm(), stack, len(stack), fibonacci(30), 2**200 % 97)
try:
    {}["missing"]
except KeyError as error:
    print("caught", error)
while len(stack) > 10:
    stack.items.pop()
a, *b = stack.items
match len(b):
    case 0:
        pass
    case n:
        print(n)
max(b), min(b)
# ---
def inner(n):
    return 1 / n


def outer():
    return inner(0)


outer()
# ---
values = [1, 2, 3]
values[10]
# ---
undefined_name + 1
# ---
int("x")
# ---
def broken(:
# ---
"a" + 1
