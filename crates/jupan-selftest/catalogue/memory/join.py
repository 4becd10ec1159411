# expect: memory
# limits: memory_bytes=134217728
# why: many small references to one large string become a huge one

'a'.join(['b' * 10**6] * 1000)
