import traceback, sys

def inner(x):
    return {"a": 1}[x]

def outer():
    try:
        inner("b")
    except KeyError as e:
        raise RuntimeError("no luck") from e

try:
    outer()
except RuntimeError as e:
    print("".join(traceback.format_exception(e)).replace(__file__ if "__file__" in globals() else "", ""))
    print(traceback.format_exception_only(e))
    frames = traceback.extract_tb(e.__traceback__)
    print([(f.name, f.lineno, f.line) for f in frames])
    te = traceback.TracebackException.from_exception(e)
    print(te.exc_type_str, str(te), te.__cause__.exc_type_str, te.__suppress_context__)
    print(list(te.format_exception_only()))
    traceback.print_exc(limit=1, file=sys.stdout)
    traceback.print_tb(e.__traceback__, file=sys.stdout)
print(traceback.format_list([("f.py", 3, "g", "x = 1"), ("f.py", 4, "h", None)]))
try:
    compile("x = (1,\ny = 2", "code.py", "exec")
except SyntaxError as e:
    print("".join(traceback.format_exception_only(e)))
    print(e.lineno, e.offset, e.end_lineno, e.end_offset)
def deep(n):
    return deep(n - 1) if n else 1 / 0
try:
    deep(10)
except ZeroDivisionError as e:
    print("".join(traceback.format_exception(e, limit=-2)))
    print("".join(traceback.format_exception(e)))
