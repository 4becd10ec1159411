class Registry(type):
    classes = {}
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, ns)
        mcs.classes[name] = cls
        cls.options = kw
        return cls
    def __call__(cls, *args):
        print("making", cls.__name__)
        return super().__call__(*args)
    def __len__(cls):
        return 7

class Base(metaclass=Registry, color="red"):
    pass

class Child(Base):
    def __init__(self, x):
        self.x = x

print(list(Registry.classes), Base.options, Child(3).x, len(Child), type(Child).__name__)

class Plugin:
    found = []
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        Plugin.found.append((cls.__name__, tag))
class One(Plugin, tag="1"): pass
class Two(One): pass
print(Plugin.found)
T = type("T", (int,), {"double": lambda self: self * 2})
print(T(4).double(), T, T.__mro__)
class M2(type): pass
class X(metaclass=M2): pass
class Y(Base, X): pass
