from itertools import islice, chain, tee, count, groupby, zip_longest, combinations
def chunked(it, n):
    it = iter(it)
    while chunk := list(islice(it, n)):
        yield chunk
def flatten(ll): return list(chain.from_iterable(ll))
def powerset(s):
    s = list(s)
    return chain.from_iterable(combinations(s, r) for r in range(len(s) + 1))
def grouper(it, n): return list(zip_longest(*[iter(it)] * n))
def sliding(it, n):
    its = tee(it, n)
    for i, x in enumerate(its):
        next(islice(x, i, i), None)
    return list(zip(*its))
print(list(chunked(range(7), 3)), flatten([[1], [2, [3]]]), list(powerset([1, 2, 3])))
print(grouper("abcdefg", 3), sliding(range(5), 3), [k for k, _ in groupby([1, 1, 3])])
