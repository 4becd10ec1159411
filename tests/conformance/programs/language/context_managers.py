from contextlib import contextmanager, suppress, ExitStack, closing, nullcontext, redirect_stdout
import io

class Managed:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self
    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.swallow

with Managed("a"), Managed("b", True) as b:
    print("body", b.name)
    raise KeyError("k")
print("after")

@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name.upper()
    finally:
        print(f"</{name}>")

with tag("p") as t:
    print(t)
with suppress(ZeroDivisionError):
    1 / 0
with ExitStack() as stack:
    for n in "xy":
        stack.enter_context(Managed(n))
    stack.callback(print, "callback")
out = io.StringIO()
with redirect_stdout(out):
    print("hidden")
print(repr(out.getvalue()))
with (
    Managed("c") as c,
    nullcontext(5) as five,
):
    print(five)
with 5:
    pass
