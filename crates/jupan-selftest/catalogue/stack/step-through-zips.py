# expect: exception:RecursionError | stack
# why: one step of the outermost zip recurses through all of them

chain = iter([1])
for _ in range(100000): chain = zip(chain)
next(chain)
