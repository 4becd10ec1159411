# expect: exception
# why: a group of exceptions, nested

group = ExceptionGroup('a', [ValueError(1)])
for _ in range(50):
    group = ExceptionGroup('a', [group])
raise group
