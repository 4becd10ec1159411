# expect: ok | exception
# limits: wall_ms=3000
# why: all objects of the interpreter are the program's own copy

import gc
for thing in gc.get_objects():
    type(thing).__name__
