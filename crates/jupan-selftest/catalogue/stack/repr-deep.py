# expect: exception:RecursionError | stack
# why: repr of a deep list recurses in native code

deep = []
for _ in range(100000): deep = [deep]
print(len(repr(deep)))
