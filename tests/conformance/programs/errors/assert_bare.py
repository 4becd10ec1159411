x = [1, 2]
assert x == [1, 3]
