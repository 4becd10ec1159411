# expect: exception:RecursionError | stack
# why: __getattr__ that asks for another attribute

class A:
    def __getattr__(self, name):
        return getattr(self, name + 'x')

A().x
