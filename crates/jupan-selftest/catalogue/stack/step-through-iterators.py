# expect: exception:RecursionError | stack
# why: one step of the outermost iterator recurses through all of them in native code

chain = iter([1])
for _ in range(100000): chain = map(str, chain)
next(chain)
