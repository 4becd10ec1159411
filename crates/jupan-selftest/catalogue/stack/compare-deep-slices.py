# expect: exception:RecursionError | stack
# why: comparing deep slices recurses in native code

a, b = slice(1), slice(1)
for _ in range(100000): a, b = slice(a), slice(b)
a == b
