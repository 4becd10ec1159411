# expect: exception:RecursionError | stack
# why: isinstance that asks isinstance

class Meta(type):
    def __instancecheck__(cls, thing):
        return isinstance(thing, cls)

class A(metaclass=Meta):
    pass

isinstance(1, A)
