# expect: exception:RecursionError
# why: __call__ that calls itself

class A:
    def __call__(self):
        return self()

A()()
