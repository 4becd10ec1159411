import traceback, sys
def risky():
    return int("twelve")
try:
    risky()
except ValueError:
    text = traceback.format_exc()
    print(text.replace(__file__, "F") if "__file__" in globals() else text)
    kind, value, tb = sys.exc_info()
    print(kind.__name__, value, tb.tb_lineno)
    print(traceback.format_exception_only(kind, value))
    print([f.name for f in traceback.extract_tb(tb)])
    print(traceback.format_exception_only(value)[0], end="")
print(sys.exc_info())
