class A:
    def who(self):
        return ["A"]

class B(A):
    def who(self):
        return ["B"] + super().who()

class C(A):
    def who(self):
        return ["C"] + super().who()

class D(B, C):
    def who(self):
        return ["D"] + super().who()

print(D().who())
print([c.__name__ for c in D.__mro__])
print(issubclass(D, A), isinstance(D(), (int, C)))
try:
    class E(A, B):
        pass
except TypeError as e:
    print(e)
