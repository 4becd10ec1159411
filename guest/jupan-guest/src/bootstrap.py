# Runs once, before the snapshot: imports what programs use most, and defines what a run
# calls. `main` is the namespace of `__main__`, put here by the guest.
#
# The functions below keep their own references to everything they use. A program may
# replace any function of any module; that changes what it sees, not what is reported of it.

import builtins
import gc
import linecache
import sys
import traceback

# There without an import. A program's own names win, since it looks in its globals first.
_visible = (
    "math", "cmath", "statistics", "datetime", "decimal", "fractions", "random", "re", "json",
    "itertools", "functools", "collections", "heapq", "bisect", "operator", "textwrap",
)

# Imported, so that a program's own import finds them ready.
_ready = (
    "_strptime", "abc", "argparse", "array", "ast", "asyncio", "atexit", "base64", "binascii",
    "calendar", "codecs", "collections.abc", "contextlib", "copy", "csv", "dataclasses",
    "difflib", "enum", "errno", "hashlib", "hmac", "html", "inspect", "io", "logging", "numbers",
    "os", "os.path", "pathlib", "pickle", "platform", "pprint", "queue", "reprlib", "secrets",
    "shlex", "signal", "stat", "string", "struct", "subprocess", "tempfile", "threading", "time",
    "timeit", "tokenize", "types", "typing", "unicodedata", "urllib.parse", "uuid", "warnings",
    "weakref", "zlib", "zoneinfo",
)

FILE_NAME = "program.py"
MAX_MESSAGE_CHARS = 16 * 1024
MAX_TRACEBACK_CHARS = 64 * 1024
MAX_RESULT_CHARS = 64 * 1024

for _name in _visible:
    setattr(builtins, _name, __import__(_name))
for _name in _ready:
    __import__(_name)

_source = ""
_BaseException = BaseException
_getattr = getattr
_int = int
_isinstance = isinstance
_len = len
_repr = repr
_str = str
_type = type
_loads = json.loads
_seed = random.seed
_stderr = sys.stderr
_run_exit_functions = sys.modules["atexit"]._run_exitfuncs
_TracebackException = traceback.TracebackException
_sys = sys
_gc_collect = gc.collect

# Tracebacks show the program's lines, also those that the program makes itself.
linecache.cache[FILE_NAME] = (lambda: _source,)


def begin(source, seed):
    """Makes everything new that the snapshot has frozen."""
    global _source
    _source = source
    _seed(seed)


def bind(inputs):
    main.update(_loads(inputs))


def show(value):
    return _shorten(_repr(value), MAX_RESULT_CHARS)


def describe(error):
    """(type name, message, line, traceback), as CPython would print them."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != FILE_NAME:
        frames = frames.tb_next
    line = None
    entry = frames
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == FILE_NAME:
            line = entry.tb_lineno
        entry = entry.tb_next
    kind = _type(error)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = _str(kind.__module__) + "." + name
    if _isinstance(error, SyntaxError):
        message = _str(error.msg)
        if error.filename == FILE_NAME:
            line = error.lineno
    else:
        try:
            message = _str(error)
        except _BaseException:
            message = "<exception str() failed>"
    try:
        text = "".join(_TracebackException(kind, error, frames, compact=True).format())
    except _BaseException:
        text = ""
    return (
        name,
        _shorten(message, MAX_MESSAGE_CHARS),
        line,
        _shorten(text, MAX_TRACEBACK_CHARS),
    )


def exit_code(error):
    """The exit status that SystemExit stands for; what is no number goes to stderr."""
    code = error.code
    if code is None:
        return 0
    if _isinstance(code, _int):
        return code & 0xFF
    try:
        print(code, file=_sys.stderr)
    except _BaseException:
        pass
    return 1


def end(has_finalizers):
    """What happens after the program: exit functions, finalizers, the last flush."""
    _run_exit_functions()
    if has_finalizers:
        # In CPython's order: names with an underscore first, then the others.
        for private in (True, False):
            for name in list(main):
                if name.startswith("_") == private and name != "__builtins__":
                    main[name] = None
        _gc_collect()
    for stream in (_sys.stdout, _sys.stderr):
        flush = _getattr(stream, "flush", None)
        if flush is not None:
            try:
                flush()
            except _BaseException:
                pass


def _shorten(text, limit):
    """`text`, or its head and tail with a note of what is missing between."""
    if _len(text) <= limit:
        return text
    half = limit // 2
    missing = _len(text) - 2 * half
    return text[:half] + "\n[... %d characters left out ...]\n" % missing + text[-half:]


# Everything so far stays: the collector need not look at it again in any run.
gc.collect()
gc.freeze()
