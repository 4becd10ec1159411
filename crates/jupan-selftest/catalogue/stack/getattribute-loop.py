# expect: exception:RecursionError
# why: __getattribute__ that reads an attribute

class A:
    def __getattribute__(self, name):
        return self.x

A().x
