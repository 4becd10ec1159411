# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of generic types must not take the interpreter down

chain = int
for _ in range(100000): chain = list[chain]
del chain
