# expect: ok | limit | exception:RecursionError
# why: freeing a long chain of views of memory must not take the interpreter down

chain = memoryview(b'a')
for _ in range(100000): chain = memoryview(chain)
del chain
