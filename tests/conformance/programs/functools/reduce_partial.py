from functools import reduce, partial, partialmethod
print(reduce(lambda a, b: a * b, range(1, 6)), reduce(max, [3, 9, 2]), reduce(lambda a, b: a + b, [], 0))
p = partial(int, base=2)
print(p("101"), p.func, p.args, p.keywords)
f = partial(print, "a", sep="-")
f("b", "c")
class C:
    def set(self, k, v): return k, v
    set_x = partialmethod(set, "x")
print(C().set_x(5), partial(pow, 2)(10))
reduce(lambda a, b: a, [])
