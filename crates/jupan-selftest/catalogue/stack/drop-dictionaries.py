# expect: ok | limit
# why: freeing a long chain of dictionaries must not take the interpreter down

chain = {}
for _ in range(200000): chain = {1: chain}
del chain
