def work():
    errors = []
    for f in (lambda: 1 / 0, lambda: int("x"), lambda: {}["k"]):
        try:
            f()
        except Exception as e:
            errors.append(e)
    raise ExceptionGroup("several", errors)

try:
    work()
except* ZeroDivisionError as g:
    print("zero:", g.exceptions)
except* (ValueError, KeyError) as g:
    print("others:", [type(e).__name__ for e in g.exceptions])

try:
    try:
        work()
    except* ZeroDivisionError:
        pass
except ExceptionGroup as rest:
    print(repr(rest))
    print(rest.split(KeyError))
g = ExceptionGroup("outer", [ValueError(1), ExceptionGroup("inner", [TypeError(2)])])
print(g.subgroup(lambda e: isinstance(e, TypeError)))
print(g.message, str(g))
try:
    ExceptionGroup("x", [])
except ValueError as e:
    print(e)
