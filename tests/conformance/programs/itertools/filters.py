from itertools import compress, dropwhile, takewhile, filterfalse, starmap, zip_longest, pairwise, batched, tee, islice
n = [1, 4, 6, 3, 8]
print(list(compress("ABCDE", [1, 0, 1, 0, 1])), list(dropwhile(lambda x: x < 5, n)), list(takewhile(lambda x: x < 5, n)))
print(list(filterfalse(lambda x: x % 2, n)), list(starmap(pow, [(2, 5), (3, 2)])), list(zip_longest("abc", [1], fillvalue="-")))
print(list(pairwise(n)), list(batched("ABCDEFG", 3)), list(islice("abcdefg", 1, 6, 2)))
a, b = tee(iter([1, 2, 3]))
print(next(a), next(a), list(b), list(a))
print(list(batched(range(4), 2, strict=True)))
list(batched(range(5), 2, strict=True))
