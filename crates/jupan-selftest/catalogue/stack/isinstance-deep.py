# expect: ok | exception:RecursionError | stack
# why: isinstance looks into deep tuples in native code

deep = (int,)
for _ in range(100000): deep = (deep,)
isinstance('', deep)
