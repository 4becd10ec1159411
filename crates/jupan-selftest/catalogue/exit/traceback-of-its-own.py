# expect: exception:ValueError
# why: an exception whose chain is a circle

a, b = ValueError('a'), ValueError('b')
a.__context__, b.__context__ = b, a
a.__cause__, b.__cause__ = b, a
raise a
