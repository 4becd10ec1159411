# Runs once, before the snapshot: imports what programs use most, mends what this platform
# lacks, and defines what a run calls. The guest has put here `main`, the namespace of
# `__main__`, and the functions of `natives.rs`.
#
# The functions below keep their own references to everything they use. A program may
# replace any function of any module; that changes what it sees, not what is reported of it.

import _io
import _sitebuiltins
import _thread
import builtins
import enum
import gc
import importlib.util
import io
import linecache
import os
import signal
import sys
import threading
import time
import traceback

FILE_NAME = "program.py"
MAX_MESSAGE_CHARS = 16 * 1024
MAX_TRACEBACK_CHARS = 64 * 1024
MAX_RESULT_CHARS = 64 * 1024

# A traceback that is deeper shows its first and its last frames.
MAX_TRACEBACK_FRAMES = 60
FIRST_FRAMES = 10

# What this platform lacks, and the standard library or programs rely on.
sys.argv = [FILE_NAME]
sys.maxsize = 2**63 - 1  # programs use it as a number that is larger than theirs
time.timezone = time.altzone = time.daylight = 0
time.tzname = ("UTC", "UTC")
# The compiler forgets to create these for a program that ends in an expression.
builtins.__conditional_annotations__ = set()
builtins.__annotations__ = {}
builtins.exit = _sitebuiltins.Quitter("exit", "Ctrl-D")
builtins.quit = _sitebuiltins.Quitter("quit", "Ctrl-D")
builtins.help = _sitebuiltins._Helper()
os.abort = lambda: os._exit(134)  # the status that a shell shows for an abort
builtins.max = max
builtins.min = min


class local:
    """Thread-local data: as a thread runs to its end when it is started, those of an object."""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        return object.__new__(cls)


# The interpreter's own cannot be subclassed with an __init__ of its own.
local.__module__ = "_thread"
local.__qualname__ = "_local"
_thread._local = threading.local = local

# There are no signals; the names are there, and a handler is remembered and never called.
signal.Signals = enum.IntEnum(
    "Signals",
    {"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGABRT": 6, "SIGFPE": 8, "SIGKILL": 9,
     "SIGSEGV": 11, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15},
    module="signal",
)
vars(signal).update(signal.Signals.__members__)
_signal_handlers = {}
signal.getsignal = lambda number: _signal_handlers.get(number, signal.SIG_DFL)


def _set_signal_handler(number, handler):
    before = signal.getsignal(number)
    _signal_handlers[number] = handler
    return before


signal.signal = _set_signal_handler


@staticmethod
def _write_to_closed(text):
    raise ValueError("I/O operation on closed file.")


class _Stdout(io.TextIOWrapper):
    write = write_stdout

    def close(self):
        _Stdout.write = _write_to_closed
        super().close()


class _Stderr(io.TextIOWrapper):
    write = write_stderr

    def close(self):
        _Stderr.write = _write_to_closed
        super().close()


for _name, _class, _errors in (
    ("stdout", _Stdout, "strict"),
    ("stderr", _Stderr, "backslashreplace"),
):
    _stream = _class(
        getattr(sys, _name).detach(), "utf-8", _errors, newline="\n", write_through=True
    )
    _stream.mode = "w"
    for _class_name in ("__name__", "__qualname__"):
        setattr(_class, _class_name, "TextIOWrapper")
    _class.__module__ = "_io"
    setattr(sys, _name, _stream)
    setattr(sys, "__%s__" % _name, _stream)

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

for _name in _visible:
    setattr(builtins, _name, __import__(_name))
for _name in _ready:
    __import__(_name)

import asyncio

start_library()


class _Waiting:
    """Stands where an event loop has its selector: there is nothing to wait for but time."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("the event loop waits for something that cannot happen")
        if timeout > 0:
            _sleep(timeout)
        return ()


class _EventLoop(asyncio.BaseEventLoop):
    """An event loop without sockets, pipes, signals or threads."""

    def __init__(self):
        super().__init__()
        self._selector = _Waiting()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


asyncio.SelectorEventLoop = asyncio.EventLoop = _EventLoop
asyncio.unix_events.SelectorEventLoop = _EventLoop
asyncio.unix_events._UnixDefaultEventLoopPolicy._loop_factory = _EventLoop

_source = ""
# The name of the program that runs, and how many a session has had.
_file = FILE_NAME
_programs = 0
_BaseException = BaseException
_getattr = getattr
_int = int
_isinstance = isinstance
_len = len
_repr = repr
_str = str
_type = type
_loads = json.loads
_random = random._inst
_seed_random = random.Random.seed
_sleep = time.sleep
_run_exit_functions = sys.modules["atexit"]._run_exitfuncs
_TracebackException = traceback.TracebackException
_sys = sys
_stdout = sys.stdout
_stderr = sys.stderr
_gc_collect = gc.collect
_get_objects = gc.get_objects
_IOBase = _io._IOBase
_loaded = sys.modules
_find_spec = importlib.util.find_spec

# Modules that lie in the program's folder are found, after those of the standard library.
WORKING_FOLDER = "/work"


class _FolderFinder(importlib.machinery.FileFinder):
    """Looks at the folder each time: that it was written to need not show in its time, since with
    a seed the clock stands still, and each program of a session has other files.
    """

    def find_spec(self, fullname, target=None):
        self.invalidate_caches()
        return super().find_spec(fullname, target)


sys.path.insert(0, WORKING_FOLDER)
sys.path_importer_cache[WORKING_FOLDER] = _FolderFinder(
    WORKING_FOLDER, (importlib.machinery.SourceFileLoader, [".py"])
)

# Tracebacks show the program's lines, also those that the program makes itself.
_program_lines = (lambda: _source,)
linecache.cache[FILE_NAME] = _program_lines
_cached_lines = linecache.cache


def begin(source, seed, is_kept):
    """Makes everything new that the snapshot has frozen. Gives the name of the program's file,
    and whether it is the first in this interpreter.
    """
    global _source, _file, _programs
    if seed is not None:
        _seed_random(_random, seed)
    if not is_kept:
        _source = source
        return FILE_NAME, True
    # What an earlier program has defined lies in a file of its own, with its own lines.
    _programs += 1
    _file = "program-%d.py" % _programs
    _cached_lines[_file] = (lambda: source,)
    return _file, _programs == 1


def bind(inputs):
    main.update(_loads(inputs))


def show(value):
    return _shorten(_repr(value), MAX_RESULT_CHARS)


def describe(error):
    """(type name, message, line, traceback), as CPython would print them."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != _file:
        frames = frames.tb_next
    line = None
    depth = 0
    entry = frames
    while entry is not None:
        depth += 1
        if entry.tb_frame.f_code.co_filename == _file:
            line = entry.tb_lineno
        entry = entry.tb_next
    kind = _type(error)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = _str(kind.__module__) + "." + name
    if _isinstance(error, SyntaxError):
        message = _str(error.msg)
        if error.filename == _file:
            line = error.lineno
    else:
        try:
            message = _str(error)
        except _BaseException:
            message = "<exception str() failed>"
    if _isinstance(error, RecursionError):
        # The interpreter leaves the end of this message, or all of it, blank.
        message = message.rstrip() or "maximum recursion depth exceeded: the stack is full"
    try:
        text = _traceback(kind, error, frames, depth)
    except _BaseException:
        text = ""
    if _isinstance(error, OSError):
        # The interpreter's words for an error repeat its number.
        again = " (os error %s)" % error.errno
        message = message.replace(again, "")
        text = text.replace(again, "")
    return (
        name,
        _shorten(message, MAX_MESSAGE_CHARS),
        line,
        _shorten(text, MAX_TRACEBACK_CHARS),
    )


def _traceback(kind, error, frames, depth):
    limit = None if depth <= MAX_TRACEBACK_FRAMES else FIRST_FRAMES - MAX_TRACEBACK_FRAMES
    shown = _TracebackException(kind, error, frames, limit=limit, compact=True)
    text = "".join(shown.format())
    if limit is not None:
        first = _TracebackException(kind, error, frames, limit=FIRST_FRAMES).stack
        note = "  [... %d frames left out ...]\n" % (depth - MAX_TRACEBACK_FRAMES)
        start, headline, rest = text.rpartition("Traceback (most recent call last):\n")
        text = start + headline + "".join(first.format()) + note + rest
    return text


def exit_status(error):
    """(exit status, message) that SystemExit stands for; a message goes to stderr as well."""
    code = error.code
    if code is None:
        return 0, None
    if _isinstance(code, _int):
        # A number that the operating system cannot hold is -1 to it.
        return (code & 0xFF if -(2**63) <= code < 2**63 else 0xFF), None
    try:
        message = _shorten(_str(code), MAX_MESSAGE_CHARS)
        print(message, file=_sys.stderr)
    except _BaseException:
        message = None
    return 1, message


def missing(names):
    """The places of those modules that cannot be found; what cannot be told is found."""
    places = []
    for place, name in enumerate(names):
        if name in _loaded:
            continue
        try:
            if _find_spec(name) is None:
                places.append(place)
        except _BaseException:
            pass
    return places


def _flush_files():
    """Writes out what open files hold back: those of a program of a session stay open."""
    for value in _get_objects():
        if _IOBase in type(value).__mro__:
            try:
                value.flush()
            except _BaseException:
                pass  # It is closed, or only read.


def end(has_finalizers, is_kept):
    """What happens after the program: exit functions, finalizers, the last flush. If another
    program is to follow, the flush alone.
    """
    if not is_kept:
        _run_exit_functions()
    if has_finalizers and is_kept:
        _flush_files()
    elif has_finalizers:
        # In CPython's order: names with an underscore first, then the others.
        for private in (True, False):
            for name in list(main):
                if name.startswith("_") == private and name != "__builtins__":
                    main[name] = None
        _gc_collect()
    for stream in (_sys.stdout, _sys.stderr):
        if stream is _stdout or stream is _stderr:
            continue  # What is written to these is with the host at once.
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


_main = dict(main)
_modules = dict(sys.modules)
_set_decimal_context = decimal.setcontext
_finalize = sys.modules["weakref"].finalize
_default_decimal_context = decimal.DefaultContext


def settle():
    """Takes back what a program of the warm-up has left."""
    _seed_random(_random)
    main.clear()
    main.update(_main)
    linecache.cache.clear()
    linecache.cache[FILE_NAME] = _program_lines
    for name in _sys.modules.keys() - _modules.keys():
        del _sys.modules[name]
    re.purge()
    # The end of a program of the warm-up was not the end of the interpreter.
    _finalize._registry.clear()
    _finalize._shutdown = _finalize._registered_with_atexit = False
    _set_decimal_context(_default_decimal_context.copy())
    # What is here now stays: the collector need not look at it again in any run.
    _gc_collect()
    gc.freeze()
