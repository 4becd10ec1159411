def gen():
    yield 1
    raise StopIteration("inner")

g = gen()
print(next(g))
try:
    next(g)
except RuntimeError as e:
    print(e, "|", repr(e.__cause__))

def g2():
    x = yield
g = g2()
try:
    g.send(5)
except TypeError as e:
    print(e)
def g3():
    next(it)
    yield
it = g3()
next(it)
