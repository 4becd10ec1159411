class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kwargs):
        print("prepare", name, [b.__name__ for b in bases], kwargs)
        return {"prepared": True}
    def __new__(mcls, name, bases, namespace, *, tag=None):
        print("new", name, tag, [k for k in namespace if not k.startswith("__")])
        cls = super().__new__(mcls, name, bases, dict(namespace))
        cls.tag = tag
        return cls
    def __init__(cls, name, bases, namespace, **kwargs):
        print("init", name, kwargs)
        super().__init__(name, bases, namespace)
    def __call__(cls, *args):
        print("call", cls.__name__, args)
        return super().__call__(*args)
    def __instancecheck__(cls, instance):
        return hasattr(instance, "quack")
    def __subclasscheck__(cls, sub):
        return sub.__name__.startswith("D")
    def __len__(cls):
        return 7
    def __getitem__(cls, key):
        return f"{cls.__name__}[{key}]"
    def __iter__(cls):
        return iter("abc")
    def __contains__(cls, x):
        return x == 3
    def __repr__(cls):
        return f"<{cls.__name__}!>"
    @property
    def shout(cls):
        return cls.__name__.upper()

class Base(metaclass=Meta, tag="t"):
    def __init__(self, x):
        self.x = x

class Derived(Base):
    pass

print(Base, Derived(1).x, Base.prepared, Base.tag, Derived.tag)
print(len(Base), Base["k"], list(Base), 3 in Base, 4 in Base, Base.shout)
class Duck:
    quack = 1
print(isinstance(Duck(), Base), isinstance(1, Base), issubclass(Duck, Base), issubclass(int, Base))
try:
    Base(1).shout
except AttributeError as e:
    print(e)
class A(type): pass
class B(type): pass
class X(metaclass=A): pass
class Y(metaclass=B): pass
try:
    class Z(X, Y): pass
except TypeError as e:
    print(e)
class Registry(type):
    classes = {}
    def __new__(mcls, name, bases, ns):
        mcls.classes[name] = cls = super().__new__(mcls, name, bases, ns)
        return cls
class P(metaclass=Registry): pass
class Q(P): pass
print(list(Registry.classes), type(Q).__name__, type(Registry))
print(type("Made", (P,), {"f": lambda self: 5})().f(), list(Registry.classes))
try:
    class W(Base, unknown=1): pass
except TypeError as e:
    print(e)
try:
    type("x", (int, str), {})
except TypeError as e:
    print(e)
try:
    type("x", (True.__class__,), {})
except TypeError as e:
    print(e)
