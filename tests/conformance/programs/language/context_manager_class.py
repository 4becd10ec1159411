class Managed:
    def __init__(self, swallow):
        self.swallow = swallow
    def __enter__(self):
        print("enter")
        return self
    def __exit__(self, t, v, tb):
        print("exit", t.__name__ if t else None, v)
        return self.swallow

with Managed(True):
    raise ValueError("one")
with (
    Managed(False) as a,
    Managed(False) as b,
):
    print("both")
with 5:
    pass
