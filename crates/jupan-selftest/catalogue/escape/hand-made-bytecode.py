# expect: ok | crash | exception | limit
# limits: wall_ms=250
# why: bytecode that no compiler would write can break the interpreter, not the sandbox

def f():
    return 1

f.__code__ = f.__code__.replace(co_code=bytes(range(256)) * 2)
f()
