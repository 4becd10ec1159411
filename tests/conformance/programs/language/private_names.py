class A:
    def __init__(self):
        self.__secret = 42
    def get(self):
        return self.__secret
a = A()
print(a.get(), a._A__secret, list(vars(a)))
a.__secret
