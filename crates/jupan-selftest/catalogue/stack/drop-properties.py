# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of properties must not take the interpreter down

chain = int
for _ in range(100000): chain = property(chain)
del chain
