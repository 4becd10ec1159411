from itertools import repeat, islice, count, product, combinations, permutations
print(next(repeat(1, 10**9)), list(islice(repeat("x", 2**40), 2)))
print(next(combinations(range(1000), 3)), next(permutations(range(500), 4)))
print(next(product(range(1000), repeat=2)), next(islice(count(2**62), 3, None)))
print(sum(1 for _ in islice(count(), 10**4)))
