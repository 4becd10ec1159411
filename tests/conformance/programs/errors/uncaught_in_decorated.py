import functools
def twice(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args) + f(*args)
    return wrapper
@twice
def half(x):
    return x / 2
print(half(3))
half("a")
