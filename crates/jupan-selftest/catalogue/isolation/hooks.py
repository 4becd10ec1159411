# expect: ok
# then: "print('visible')"
# then-stdout: "visible\n"
# why: hooks and replaced streams are gone

import builtins
import sys
sys.stdout = None
sys.displayhook = sys.excepthook = lambda *a: None
builtins.print = lambda *a, **k: None
