# expect: memory
# limits: memory_bytes=100663296
# why: big integers that are kept fill the memory

kept = []
n = 1 << 10**6
while True:
    n += 1
    kept.append(n)
