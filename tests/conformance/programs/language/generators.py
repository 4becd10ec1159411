def countdown(n):
    print("start")
    while n > 0:
        received = yield n
        if received is not None:
            n = received
        n -= 1
    return "done"

g = countdown(3)
print(next(g), next(g), g.send(10), next(g))
g.close()
print(list(g))

def wrapper():
    result = yield from countdown(2)
    print("result:", result)
    yield "end"

print(list(wrapper()))
g = countdown(1)
next(g)
try:
    next(g)
except StopIteration as e:
    print("stopped", e.value)
g = countdown(5)
next(g)
try:
    g.throw(ValueError("stop it"))
except ValueError as e:
    print("thrown", e)
