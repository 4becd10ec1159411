# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of iterators must not take the interpreter down

chain = iter([])
for _ in range(100000): chain = map(str, chain)
del chain
