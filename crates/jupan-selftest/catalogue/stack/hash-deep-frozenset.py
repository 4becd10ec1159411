# expect: ok | exception:RecursionError | stack
# why: hashing a deep frozenset recurses in native code

deep = frozenset()
for _ in range(100000): deep = frozenset([deep])
hash(deep)
