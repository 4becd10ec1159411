# expect: memory
# limits: memory_bytes=83886080
# why: with memory used up to the last page the interpreter may lack the room to raise MemoryError

kept = []
while True:
    kept.append(bytearray(10**6))
