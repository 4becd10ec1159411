# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of suspended generators must not take the interpreter down

def hold(inner):
    yield inner
    yield

chain = None
for _ in range(30000):
    generator = hold(chain)
    next(generator)
    chain = generator
del chain, generator
