class AppError(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code

def load(d):
    try:
        return d["key"]
    except KeyError as e:
        raise AppError("no key", 5) from e

try:
    load({})
except AppError as e:
    print(e, e.code, e.args, repr(e), repr(e.__cause__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        int("x")
except ValueError as e:
    print(repr(e.__context__))
e = ValueError("noted")
e.add_note("first note")
e.add_note("second")
print(e.__notes__)
load({})
