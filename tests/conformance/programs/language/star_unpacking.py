a, *b, c = range(6)
print(a, b, c)
*x, = "abc"
print(x)
(p, (q, *r)), s = (1, (2, 3, 4)), 5
print(p, q, r, s)
print([*range(3), *"ab"], {*[1, 2], *(2, 3)}, {**{"a": 1}, "b": 2, **{"a": 3}})
def f(*args, k=0, **kw):
    return args, k, kw
print(f(*[1, 2], 3, *(4,), k=5, **{"z": 1}))
first, *_ = [10]
print(first, _)
try:
    a, b = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    a, b, c = [1, 2]
except ValueError as e:
    print(e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)
try:
    a, b = 5
except TypeError as e:
    print(e)
try:
    f(**{"k": 1}, k=2)
except TypeError as e:
    print(e)
try:
    f(*5)
except TypeError as e:
    print(e)
