# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of slices must not take the interpreter down

chain = slice(1)
for _ in range(100000): chain = slice(chain)
del chain
