group = ExceptionGroup("many", [ValueError("a"), TypeError("b"), ExceptionGroup("inner", [ValueError("c"), KeyError("d")])])
print(repr(group))
print(str(group), group.message, len(group.exceptions))
match, rest = group.split(ValueError)
print(repr(match))
print(repr(rest))
print(repr(group.subgroup(lambda e: isinstance(e, KeyError))))
print(group.subgroup(OSError))
print(repr(group.derive([ValueError("x")])))
class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup("derived", excs)
mine = MyGroup("mine", [ValueError(1), OSError(2)])
print(repr(mine.split(OSError)[0]), type(mine.split(OSError)[1]).__name__)
for bad in (lambda: ExceptionGroup("x", []), lambda: ExceptionGroup("x", [1]), lambda: ExceptionGroup("x", [KeyboardInterrupt()]),
            lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup("x")):
    try:
        bad()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(type(BaseExceptionGroup("x", [ValueError()])).__name__, type(BaseExceptionGroup("x", [KeyboardInterrupt()])).__name__)
try:
    try:
        raise group
    except* ValueError as e:
        print("values", [str(x) for x in e.exceptions])
        raise RuntimeError("while handling")
    except* TypeError as e:
        print("types", e.exceptions)
except ExceptionGroup as e:
    print(repr(e))
    print([type(x).__name__ for x in e.exceptions])
