def append(x, to=[]):
    to.append(x)
    return to
print(append(1), append(2), append(3, []))
def f(a, b=2, /, c=3, *, d, e=5):
    return a, b, c, d, e
print(f(1, d=4), f(1, 9, 8, d=7, e=6))
for call in ("f()", "f(1)", "f(1, 2, 3, 4, d=1)", "f(a=1, d=2)", "f(1, d=2, g=3)", "f(1, b=2, d=1)", "append()",
             "append(1, 2, 3)", "append(1, x=2)", "append(y=1)", "f(1, 2, c=1, d=2, dd=3)"):
    try:
        print(eval(call))
    except TypeError as e:
        print(call, "->", e)
print(f.__defaults__, f.__kwdefaults__)
