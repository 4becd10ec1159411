import inspect, types
def f(a, b: int = 2, *args, k, **kw) -> str:
    "Doc of f."
    return "x"
s = inspect.signature(f)
print(s, list(s.parameters), s.parameters["b"].default, s.parameters["k"].kind, s.return_annotation, inspect.getdoc(f), s.bind(1, k=2).arguments)
class C:
    def m(self): pass
    @property
    def p(self): return 1
print(inspect.isfunction(f), inspect.isclass(C), inspect.ismethod(C().m), inspect.isgeneratorfunction(lambda: (yield)), inspect.iscoroutinefunction(f), [n for n, _ in inspect.getmembers(C, inspect.isfunction)])
ns = types.SimpleNamespace(a=1, b="x")
ns.c = 3
print(ns, ns == types.SimpleNamespace(a=1, b="x", c=3), types.MappingProxyType({"a": 1}), types.FunctionType.__name__, type(None) is types.NoneType, types.MethodType(lambda self: self + 1, 5)())
m = types.ModuleType("m", "doc"); print(m.__name__, m.__doc__, f.__code__.co_varnames, f.__defaults__, f.__kwdefaults__, f.__code__.co_argcount)
s.bind(1)
