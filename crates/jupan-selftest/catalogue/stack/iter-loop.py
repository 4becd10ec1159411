# expect: exception:RecursionError
# why: __iter__ that asks for its own iterator

class A:
    def __iter__(self):
        return iter(self)

list(A())
