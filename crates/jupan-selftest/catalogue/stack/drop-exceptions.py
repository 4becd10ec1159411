# expect: ok | limit
# why: freeing a long chain of exceptions must not take the interpreter down

chain = None
for _ in range(100000):
    error = ValueError()
    error.__cause__ = chain
    chain = error
del chain, error
