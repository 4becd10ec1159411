import functools

def log(prefix="call"):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            shown = ", ".join([repr(a) for a in args] + [f"{k}={v!r}" for k, v in kwargs.items()])
            print(f"{prefix}: {f.__name__}({shown})")
            result = f(*args, **kwargs)
            print(f"-> {result!r}")
            return result
        return wrapper
    return decorate

@log()
@log("inner")
def add(a, b=2, *rest, **named):
    """Adds."""
    return a + b + sum(rest)

add(1)
add(1, 5, 6, x="y")
print(add.__name__, add.__doc__, add.__wrapped__.__name__)

class memo:
    def __init__(self, f):
        self.f, self.cache = f, {}
    def __call__(self, n):
        if n not in self.cache:
            self.cache[n] = self.f(n)
        return self.cache[n]

@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
fib(80)
