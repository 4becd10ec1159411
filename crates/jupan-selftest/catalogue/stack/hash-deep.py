# expect: ok | exception:RecursionError | stack
# why: hashing a deep tuple recurses in native code

deep = ()
for _ in range(100000): deep = (deep,)
hash(deep)
