# expect: exception:RecursionError | stack
# why: splitting a deep group of exceptions recurses in native code

error = ValueError()
for _ in range(100000): error = ExceptionGroup('x', [error])
error.split(KeyError)
