x = 1
def f():
    global x, y
    x += 1
    y = 5
f()
print(x, y)
def outer():
    v = 0
    def mid():
        def inner():
            nonlocal v
            v += 1
            return v
        return inner
    m = mid()
    m(); m()
    return v
print(outer())
def g():
    print(z)
    z = 1
try:
    g()
except UnboundLocalError as e:
    print(e)
def h():
    del q
    q = 1
try:
    h()
except UnboundLocalError as e:
    print(e)
def k():
    if False:
        w = 1
    return lambda: w
k()()
