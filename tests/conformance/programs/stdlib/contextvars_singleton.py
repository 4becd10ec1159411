import contextvars
v = contextvars.ContextVar("v", default=1)
t = v.set(5)
ctx = contextvars.copy_context()
v.reset(t)
print(v.get(), ctx[v], ctx.run(v.get), v.name)
class Singleton:
    _i = None
    def __new__(cls, *a):
        if cls._i is None: cls._i = super().__new__(cls)
        return cls._i
print(Singleton() is Singleton())
class Meta(type):
    def __call__(cls, *a, **k):
        o = super().__call__(*a, **k)
        o.made = True
        return o
class X(metaclass=Meta): pass
print(X().made)
class Observer:
    def __init__(self): self.subs = []
    def on(self, f): self.subs.append(f); return f
    def emit(self, *a): return [f(*a) for f in self.subs]
ob = Observer()
@ob.on
def double(x): return x * 2
@ob.on
def sq(x): return x * x
print(ob.emit(7))
class LRU:
    def __init__(self, n):
        from collections import OrderedDict
        self.n, self.d = n, OrderedDict()
    def get(self, k):
        if k not in self.d: return -1
        self.d.move_to_end(k); return self.d[k]
    def put(self, k, val):
        self.d[k] = val; self.d.move_to_end(k)
        if len(self.d) > self.n: self.d.popitem(last=False)
c = LRU(2); c.put(1, 1); c.put(2, 2); c.get(1); c.put(3, 3); print(c.get(2), list(c.d))
v.get("x")
