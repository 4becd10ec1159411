# expect: exception | stack
# why: a deep group of exceptions is described and dropped

error = ValueError()
for _ in range(2000): error = ExceptionGroup('x', [error])
raise error
