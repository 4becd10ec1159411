# expect: ok | limit
# why: freeing a long chain of tuples must not take the interpreter down

chain = ()
for _ in range(300000): chain = (chain,)
del chain
