# Runs one program: asks the host for it, and reports what came of it.

import ast
import atexit
import builtins
import gc
import io
import json
import linecache
import os
import random
import sys
import tempfile
import traceback
import types

import _host
import matplotlib
import numpy
import pandas
from sympy.core import random as sympy_random
from sympy.utilities import lambdify

import _jupan_imports as imports
import _jupan_pictures as pictures

# The name of the program's file, as its tracebacks have it.
NAME = "program.py"
# A text in a report is not longer; if the report as a whole is above its cap, not than this.
MOST_CHARACTERS = 200_000
FEW_CHARACTERS = 20_000
MOST_OF_A_NAME = 200
MOST_BYTES = 1 << 20

# What the parser raises, as a MemoryError, for a program that is nested too deep.
TOO_DEEP = "Parser stack overflowed"

_generators = [value for value in vars(sympy_random).values() if isinstance(value, random.Random)]


def freeze():
    """The last before the snapshot."""
    import importlib

    for name in imports.PRELOADED:
        setattr(builtins, name, importlib.import_module(name))
    os.chdir("/work")
    tempfile.tempdir = "/tmp"
    os.environ.clear()
    sys.argv[:] = [NAME]
    sys.path.append("/work")
    # What programs take for the largest number there is, as on the machines they were written for.
    sys.maxsize = 2**63 - 1
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        raw = io.FileIO(number, "wb", closefd=False)
        # Nothing is held back: what was printed is there, however the run ends.
        text = io.TextIOWrapper(raw, encoding="utf-8", errors=errors, write_through=True)
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)
    _describe(ValueError())
    linecache.clearcache()
    # Each is compiled once at least, so that a run finds what compiling needs.
    exec(compile(ast.parse("x = [1]\nprint(end='')"), NAME, "exec"), {})
    gc.collect()
    gc.freeze()


def run():
    request = _loads(_host.call(b"Q"))
    try:
        report = _report(_ending(request))
    except BaseException as error:
        # The program has broken what this needs.
        report = _report({"Exception": _in_short(error)})
    _host.call(b"R" + report)


# What a program may take away.
_dumps, _loads = json.JSONEncoder(ensure_ascii=False).encode, json.loads


def _report(ending):
    report = _dumps({"ending": ending}).encode("utf-8", "backslashreplace")
    if len(report) < MOST_BYTES:
        return report
    [(kind, parts)] = ending.items()
    parts = {
        name: _clean(part, FEW_CHARACTERS) if isinstance(part, str) else part
        for name, part in parts.items()
    }
    return _dumps({"ending": {kind: parts}}).encode("utf-8", "backslashreplace")


def _ending(request):
    code, inputs, seed = request["code"], request["inputs"], request["seed"]
    _seed(seed)
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    # A program may ask for its own text.
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    if inputs is not None:
        try:
            vars(main).update(_loads(inputs))
        except Exception as error:
            return {"BadInputs": {"message": _text(error)}}
    try:
        body, last = _compile(code)
    except MemoryError as error:
        return {"Exception": _describe(error)}
    except (SyntaxError, ValueError, RecursionError) as error:
        return {"Syntax": _describe(error)}
    try:
        exec(body, vars(main))
        value = None if last is None else eval(last, vars(main))
        result = None if value is None else _shown(value)
        pictures.send_open()
        if request["html"]:
            _send_html(value)
        return {"Completed": {"result": result}}
    except SystemExit as error:
        return {"Exited": _exit(error.code)}
    except BaseException as error:
        return {"Exception": _describe(error)}
    finally:
        _finish()


def _seed(seed):
    random.seed(seed)
    numpy.random.seed(None if seed is None else seed % 2**32)
    for generator in _generators:
        generator.seed(seed)
    # It names what is generated, from 1 on.
    lambdify._lambdify_generated_counter = 1


def _compile(code):
    """The program's code, and that of its last expression if its last statement is one."""
    tree = ast.parse(code, NAME)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
        last = compile(last, NAME, "eval", dont_inherit=True)
    return compile(tree, NAME, "exec", dont_inherit=True), last


def _shown(value):
    """`value` as a text. A table comes whole if it is small, and its middle is left out if not."""
    if isinstance(value, (pandas.DataFrame, pandas.Series)):
        with pandas.option_context("display.width", 120):
            return _clean(repr(value))
    return _clean(repr(value))


def _send_html(value):
    """`value` as HTML, if it has such a form. Rows and columns beyond some tens are left out."""
    if isinstance(value, pandas.Series):
        value = value.to_frame()
    form = getattr(type(value), "_repr_html_", None)
    html = None if form is None else form(value)
    if isinstance(html, str):
        _host.call(b"H" + html.encode("utf-8", "replace"))


def _exit(code):
    if code is None:
        return {"code": 0, "message": None}
    if isinstance(code, int):
        return {"code": code & 0xFF, "message": None}
    return {"code": 1, "message": _clean(str(code))}


def _finish():
    """What the program registered for its end, and what it has not written yet."""
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def _describe(error):
    """An exception, taken apart for the report."""
    kind = type(error)
    name = _name(kind)
    line = None
    if isinstance(error, SyntaxError) and error.filename == NAME:
        line = error.lineno
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    try:
        told = traceback.TracebackException.from_exception(error, compact=True)
        _leave_out_ours(told, set())
        trace = "".join(told.format(colorize=False))
    except BaseException:
        trace = f"{name}: {_text(error)}\n"
    return {
        "type_name": name,
        "message": _text(error.msg if isinstance(error, SyntaxError) and error.msg else error),
        "line": line if line and line > 0 else None,
        "traceback": _clean(trace),
        # An object may say that it is of another class than it is.
        "is_memory_error": issubclass(kind, MemoryError) and not _is_too_deep(error),
        "is_recursion_error": issubclass(kind, RecursionError),
    }


def _in_short(error):
    return {
        "type_name": _name(type(error)),
        "message": _text(error),
        "line": None,
        "traceback": "",
        "is_memory_error": issubclass(type(error), MemoryError),
        "is_recursion_error": issubclass(type(error), RecursionError),
    }


def _name(kind):
    name = type.__dict__["__qualname__"].__get__(kind)
    module = vars(kind).get("__module__") or kind.__module__
    if type(module) is str and module not in ("builtins", "__main__"):
        name = f"{module}.{name}"
    return _clean(name[:MOST_OF_A_NAME]) or "Exception"


def _is_too_deep(error):
    return bool(error.args) and str(error.args[0]).startswith(TOO_DEEP)


def _leave_out_ours(told, seen):
    """Takes Jupan's own frames out of a traceback."""
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    ours = ("<_jupan", "<string>")
    told.stack[:] = [frame for frame in told.stack if not frame.filename.startswith(ours)]
    for cause in (told.__cause__, told.__context__, *(told.exceptions or ())):
        _leave_out_ours(cause, seen)


def _text(value):
    try:
        return _clean(str(value))
    except BaseException:
        return "<it has no text>"


def _clean(text, most=MOST_CHARACTERS):
    """`text` as a report may have it."""
    if len(text) > most:
        half = most // 2
        left_out = len(text) - 2 * half
        text = f"{text[:half]}\n[... {left_out} characters left out ...]\n{text[-half:]}"
    return text.encode("utf-8", "backslashreplace").decode()


def survey():
    """What the image offers, as JSON: names are not all imported, which would take minutes."""
    import importlib.util
    import zipimport

    standard = set(sys.stdlib_module_names)
    top = {path.split("/")[0].removesuffix(".pyc") for path in zipimport._read_directory(None)}
    names = {name for name in top | set(sys.builtin_module_names) if name.isidentifier()}
    hidden = {"antigravity", "this", "turtle", "isympy", "host", "idlelib", "turtledemo", "tkinter"}
    found = set()
    for name in sorted(names - hidden):
        if name.startswith("_"):
            continue
        try:
            if name in sys.modules or importlib.util.find_spec(name) is not None:
                found.add(name)
        except (ImportError, ValueError):
            pass
    return json.dumps(
        {
            "python_version": "%d.%d.%d" % sys.version_info[:3],
            "modules": sorted(found),
            "preloaded": sorted(imports.PRELOADED),
            "packages": sorted(found - standard),
        }
    )
