# Generators: pipelines, `yield from`, generator expressions and itertools.
# prints: 400002 4083 702 2998725

import itertools


def numbers(limit):
    n = 0
    while n < limit:
        yield n
        n += 1


def walk(tree):
    if isinstance(tree, tuple):
        for branch in tree:
            yield from walk(branch)
    else:
        yield tree


def running(values):
    total = 0
    for value in values:
        total += value
        yield total


def build(depth):
    return depth if depth == 0 else (build(depth - 1), depth, build(depth - 1))


pipeline = sum(x % 11 for x in running(x * x for x in numbers(120_000) if x % 3))
leaves = sum(walk(build(11)))
combinations = sum(1 for a, b, c in itertools.combinations(range(55), 3) if a + b == c)
source = iter(range(60_000))
chunks = [sum(chunk) for chunk in iter(lambda: list(itertools.islice(source, 50)), [])]
print(pipeline, leaves, combinations, chunks[-1])
