def mean(xs):
    assert len(xs) > 0, "empty list"
    assert all(isinstance(x, int) for x in xs)
    return sum(xs) / len(xs)
try:
    mean([])
except AssertionError as e:
    print(repr(e))
try:
    mean([1, "a"])
except AssertionError as e:
    print(repr(e), str(e) == "")
assert mean([1, 2]) == 2, f"mean is {mean([1, 2])}"
