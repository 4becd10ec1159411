# expect: exception:RecursionError | stack
# why: repr of a deep generic type recurses in native code

deep = int
for _ in range(100000): deep = list[deep]
repr(deep)
