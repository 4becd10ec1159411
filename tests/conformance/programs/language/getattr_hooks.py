class Dynamic:
    def __init__(self):
        self.known = 1
    def __getattr__(self, name):
        if name.startswith("dyn_"):
            return name[4:]
        raise AttributeError(f"no {name} here")
    def __setattr__(self, name, value):
        print("set", name, value)
        object.__setattr__(self, name, value)
    def __delattr__(self, name):
        print("del", name)
        super().__delattr__(name)
    def __dir__(self):
        return ["b", "a"]
    def __getattribute__(self, name):
        if name == "secret":
            return "s3cret"
        return super().__getattribute__(name)

d = Dynamic()
print(d.known, d.dyn_x, d.secret, getattr(d, "zzz", "default"), hasattr(d, "yyy"), dir(d))
d.new = 2
del d.new
class Plain:
    value = 1
for f in (lambda: Plain().valu, lambda: Plain.other, lambda: (5).foo, lambda: "".append, lambda: None.x, lambda: d.zzz):
    try:
        f()
    except AttributeError as e:
        print(e)
Plain().valu
