class Registry(type):
    classes = {}
    def __new__(mcls, name, bases, ns, **kw):
        cls = super().__new__(mcls, name, bases, ns)
        mcls.classes[name] = kw
        return cls
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
    def __len__(cls):
        return len(cls.__name__)

class Base(metaclass=Registry): pass
class Plugin(Base, tag="x"): pass
print(Registry.classes, len(Plugin), type(Plugin).__name__)
Dyn = type("Dyn", (Base,), {"x": 1, "hello": lambda self: self.x})
print(Dyn().hello(), Dyn.__name__)
