# expect: exception:RecursionError
# why: a property that reads itself

class A:
    @property
    def x(self):
        return self.x

A().x
