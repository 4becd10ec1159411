try:
    {}["x"]
except LookupError as e:
    print(type(e).__mro__[1].__name__, e.args)
try:
    int("q")
except (TypeError, ValueError) as e:
    print(e.args, e.with_traceback(None) is e, e.__traceback__)
e = OSError("disk full")
print(e, e.errno, e.strerror, e.filename, repr(e), type(e))
print(StopIteration(5).value, SystemExit(3).code, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"))
print(KeyError("a", "b"), KeyError(), repr(KeyError()), Exception(1, 2), Exception(""), repr(Exception("it's")))
print(ImportError("m", name="n", path="p").name, NameError("x", name="y").name, AttributeError("a", name="n", obj=3).obj)
print(ValueError("a") == ValueError("a"), BaseException.__subclasses__()[:1] != [], issubclass(KeyboardInterrupt, Exception))
se = SyntaxError("msg", ("f.py", 3, 5, "text here\n", 3, 9))
print(se, se.lineno, se.offset, se.text, se.end_offset, se.filename, repr(se))
