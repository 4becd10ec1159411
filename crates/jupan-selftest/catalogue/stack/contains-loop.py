# expect: exception:RecursionError
# why: __contains__ that asks itself

class A:
    def __contains__(self, thing):
        return thing in self

1 in A()
