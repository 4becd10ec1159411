# expect: memory
# limits: memory_bytes=100663296
# why: steady growth ends with an error about memory

rows = []
while True:
    rows.append(list(range(1000)))
