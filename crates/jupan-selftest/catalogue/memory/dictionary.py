# expect: memory | timeout
# limits: memory_bytes=100663296
# why: a dictionary grows in steps that double

table = {}
i = 0
while True:
    table[i] = (i,)
    i += 1
