from functools import lru_cache, cache, cached_property
calls = []
@lru_cache(maxsize=2)
def f(x, y=0):
    calls.append(x)
    return x + y
print(f(1), f(2), f(1), f(3), f(2), calls, f.cache_info())
f.cache_clear()
print(f.cache_info(), f.cache_parameters())
class C:
    @cached_property
    def v(self):
        print("computed")
        return 42
c = C()
print(c.v, c.v, vars(c))
f([1])
