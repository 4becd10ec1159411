# expect: exception:RecursionError | stack
# why: comparing deep dictionaries recurses in native code

a, b = {}, {}
for _ in range(100000): a, b = {1: a}, {1: b}
a == b
