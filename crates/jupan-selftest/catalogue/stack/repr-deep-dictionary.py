# expect: exception:RecursionError | stack
# why: repr of deep dictionaries recurses in native code

deep = {}
for _ in range(100000): deep = {1: deep}
repr(deep)
