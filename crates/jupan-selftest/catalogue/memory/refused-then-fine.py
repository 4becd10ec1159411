# expect: ok
# stdout: "refused\n500000\n"
# why: a refused allocation that is caught leaves a working interpreter

try:
    bytearray(10**9)
except MemoryError:
    print('refused')
print(len(list(range(500000))))
