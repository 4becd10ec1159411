class T:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
x = T(1)
x = None
def f():
    t = T(2)
    print("in f")
f()
print("after f")
l = [T(3), T(4)]
del l[0]
print("end")
