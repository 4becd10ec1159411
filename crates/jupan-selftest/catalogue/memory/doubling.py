# expect: memory
# limits: memory_bytes=134217728
# why: a string that doubles

x = 'a'
while True: x += x
