# expect: exception
# why: the report names what was raised, not what the object says that it is

class Liar(Exception):
    @property
    def __class__(self):
        return MemoryError

raise Liar('x')
