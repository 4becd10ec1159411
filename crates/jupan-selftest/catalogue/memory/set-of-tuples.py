# expect: memory | timeout
# limits: memory_bytes=100663296
# why: a set grows in steps that double

seen = set()
i = 0
while True:
    seen.add((i, i))
    i += 1
