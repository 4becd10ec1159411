def make_counter():
    count = 0
    def counter():
        nonlocal count
        count += 1
        return count
    return counter

c = make_counter()
print(c(), c(), c())
funcs = [lambda: i for i in range(3)]
print([f() for f in funcs])
funcs = [lambda i=i: i for i in range(3)]
print([f() for f in funcs])
print(c.__closure__[0].cell_contents, c.__code__.co_freevars)

def outer():
    x = "outer"
    def inner():
        print(x)
        x = "inner"
    inner()
outer()
