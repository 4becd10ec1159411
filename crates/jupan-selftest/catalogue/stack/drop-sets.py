# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of sets must not take the interpreter down

chain = frozenset()
for _ in range(100000): chain = frozenset([chain])
del chain
