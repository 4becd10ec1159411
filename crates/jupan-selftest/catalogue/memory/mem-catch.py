# expect: ok | memory
# limits: memory_bytes=134217728
# why: a program may recover from MemoryError; else the answer names memory

parts = []
try:
    while True: parts.append(bytearray(10 ** 6))
except MemoryError:
    del parts
    print('recovered')
