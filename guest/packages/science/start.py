# Runs once, before the snapshot: imports what programs use, warms it up, and puts in place what
# the sandbox lacks. What a run then finds is in memory: there is no file of the image any more.

import sys

CODE = "/jupan/code/"
DATA = "/jupan/data"
LIBRARY = "/usr/local/lib/python315.zip"


def load(name):
    """One of the files beside this one, as a module."""
    module = type(sys)(name)
    with open(CODE + name.removeprefix("_jupan_") + ".py") as file:
        exec(compile(file.read(), f"<{name}>", "exec"), vars(module))
    sys.modules[name] = module
    return module


load("_jupan_library").serve_from_memory(LIBRARY)
load("_jupan_gaps").fill()
imports = load("_jupan_imports")
imports.standard()
imports.matplotlib(DATA)
integers = load("_jupan_integers")
integers.before_others()
imports.packages()
integers.after_others()
load("_jupan_pictures").keep_fonts(DATA)
imports.warm_up()

jupan = load("_jupan_run")
sys.modules["_jupan"] = jupan
jupan.freeze()
