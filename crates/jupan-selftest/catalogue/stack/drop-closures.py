# expect: ok | limit
# why: freeing a long chain of closures must not take the interpreter down

def wrap(inner):
    return lambda: inner

chain = None
for _ in range(100000): chain = wrap(chain)
del chain
