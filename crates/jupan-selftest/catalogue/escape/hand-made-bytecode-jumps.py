# expect: ok | crash | exception | limit
# limits: wall_ms=250
# why: bytecode with operands far outside of every table

def f(a):
    return a

f.__code__ = f.__code__.replace(co_code=b'\xff' * 64, co_consts=(), co_names=())
f(1)
