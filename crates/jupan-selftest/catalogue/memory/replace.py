# expect: memory
# limits: memory_bytes=134217728
# why: replacement multiplies lengths

('a' * 10**4).replace('a', 'b' * 10**6)
