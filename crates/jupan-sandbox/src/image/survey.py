# Prints, as JSON, what this interpreter offers: its Python version, the modules that can be
# imported, and the ones that are there without an import. Every module is really imported,
# so that the list holds no name that fails. `packages` are the names of what was added to it.
import _imp
import builtins
import contextlib
import io
import json
import sys
import types

names = set(sys.builtin_module_names) | {n.partition(".")[0] for n in _imp._frozen_module_names()}
# Modules for their side effects, for a terminal or for the interpreter's own tests.
names -= {"antigravity", "this", "idlelib", "turtledemo", "turtle", "lib2to3", "ensurepip", "test"}
names |= set(packages)

modules = []
for name in sorted(names):
    if name.startswith("_"):
        continue
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            __import__(name)
    except BaseException:
        continue
    modules.append(name)

preloaded = sorted(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, types.ModuleType) and not name.startswith("_")
)
print(json.dumps({
    "python_version": "%d.%d.%d" % sys.version_info[:3],
    "modules": modules,
    "preloaded": preloaded,
}))
