# Runs one program under CPython as the sandbox does, and writes what came of it as JSON:
# driver.py PROGRAM REPORT. What the program prints goes to stdout.

import ast
import json
import linecache
import sys
import traceback
import types

FILE_NAME = "program.py"


def run(source):
    """(repr of the last expression's value or None, description of the error or None)."""
    main = types.ModuleType("__main__")
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    sys.argv = [FILE_NAME]
    linecache.cache[FILE_NAME] = (lambda: source,)
    try:
        tree = ast.parse(source, FILE_NAME)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        # Both parts before the first runs: what the compiler refuses, it refuses at the start.
        body = compile(tree, FILE_NAME, "exec")
        if last is not None:
            last = compile(last, FILE_NAME, "eval")
        exec(body, main.__dict__)
        if last is None:
            return None, None
        value = eval(last, main.__dict__)
        return (None if value is None else repr(value)), None
    except SystemExit as error:
        return None, describe_exit(error)
    except BaseException as error:
        return None, describe(error)


def describe_exit(error):
    if error.code is None or error.code == 0:
        return None
    if isinstance(error.code, int):
        message = "exit status %d" % (error.code & 0xFF)
    else:
        message = "exit status 1: %s" % error.code
    return {"type": "SystemExit", "message": message, "line": None, "traceback": ""}


def describe(error):
    """What `describe` of the guest's bootstrap.py tells of an exception."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != FILE_NAME:
        frames = frames.tb_next
    line = None
    entry = frames
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == FILE_NAME:
            line = entry.tb_lineno
        entry = entry.tb_next
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = kind.__module__ + "." + name
    message = str(error)
    if isinstance(error, SyntaxError):
        message = str(error.msg)
        if error.filename == FILE_NAME:
            line = error.lineno
    shown = traceback.TracebackException(kind, error, frames, compact=True)
    return {"type": name, "message": message, "line": line, "traceback": "".join(shown.format())}


if __name__ == "__main__":
    program, report = sys.argv[1:]
    with open(program, encoding="utf-8") as file:
        source = file.read()
    result, error = run(source)
    sys.stdout.flush()
    with open(report, "w", encoding="utf-8", errors="backslashreplace") as file:
        json.dump({"result": result, "error": error}, file)
