x = "global"
class C:
    x = "class"
    y = [x for _ in range(2)]
    def m(self):
        return x
    z = x + "!"
print(C.y, C().m(), C.z)
def f():
    x = "local"
    class D:
        y = x
        def g(self):
            return __class__.__name__, x
    return D
print(f().y, f()().g())
