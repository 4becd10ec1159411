# expect: exception:RecursionError | stack
# why: comparing deep lists recurses in native code

a, b = [], []
for _ in range(100000): a, b = [a], [b]
print(a == b)
