# expect: exception:RecursionError | stack
# why: ordering deep tuples recurses in native code

a, b = (), ()
for _ in range(100000): a, b = (a,), (b,)
a < b
