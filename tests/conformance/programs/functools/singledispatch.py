from functools import singledispatch, singledispatchmethod
@singledispatch
def show(x):
    return f"object {x}"
@show.register
def _(x: int):
    return f"int {x}"
@show.register(list)
def _(x):
    return f"list of {len(x)}"
@show.register
def _(x: float | str):
    return f"num or text {x}"
print(show(1), show([1, 2]), show(2.5), show("a"), show(None), show(True))
class N:
    @singledispatchmethod
    def neg(self, a):
        raise NotImplementedError("no")
    @neg.register
    def _(self, a: int):
        return -a
print(N().neg(5), show.dispatch(bool) is show.dispatch(int))
N().neg("x")
