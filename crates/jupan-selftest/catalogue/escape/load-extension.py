# expect: denied | exception:ValueError
# why: no machine code is loaded

import importlib.machinery
loader = importlib.machinery.ExtensionFileLoader('x', '/lib/x86_64-linux-gnu/libc.so.6')
loader.create_module(importlib.machinery.ModuleSpec('x', loader))
