def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return (a, b, c, args, d, e, kw)
print(f(1, d=4))
print(f(1, 2, 3, 4, 5, d=6, z=7))
import inspect
print(inspect.signature(f))
for call in ("f()", "f(1)", "f(1, d=2, a=3)", "f(a=1, d=2)", "g(1, 2, 3)", "g(1, x=2)", "g(1, b=2, **{'b': 3})", "h()", "h(1)"):
    def g(a, b=1): pass
    def h(*, key, other): pass
    try:
        print(eval(call))
    except TypeError as e:
        print(call, "->", e)
