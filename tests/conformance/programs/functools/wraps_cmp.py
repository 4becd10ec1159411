from functools import wraps, cmp_to_key, total_ordering, update_wrapper
def cmp(a, b): return (a > b) - (a < b)
print(sorted([3, 1, 2], key=cmp_to_key(cmp)), sorted(["bb", "a", "ccc"], key=cmp_to_key(lambda a, b: len(b) - len(a))))
def big_number(nums):
    return "".join(sorted(map(str, nums), key=cmp_to_key(lambda a, b: cmp(b + a, a + b))))
print(big_number([3, 30, 34, 5, 9]))
def timed(fn):
    @wraps(fn)
    def inner(*a, **k):
        "inner doc"
        return fn(*a, **k)
    return inner
@timed
def g(x: int) -> int:
    "g doc"
    return x
print(g.__name__, g.__doc__, g.__annotations__, g.__wrapped__(3), g.__qualname__, g.__module__)
