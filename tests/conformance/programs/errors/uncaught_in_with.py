from contextlib import contextmanager
@contextmanager
def resource():
    print("open")
    try:
        yield 5
    finally:
        print("close")
with resource() as r:
    r.missing
