# expect: exception:RecursionError | stack
# why: the value of the last expression is shown by the same code

deep = []
for _ in range(100000): deep = [deep]
deep
