# expect: memory | timeout
# limits: memory_bytes=100663296, wall_ms=1000
# why: a program that catches MemoryError and goes on still ends by a limit

kept = []
size = 10**7
while True:
    try:
        kept.append(bytearray(size))
    except MemoryError:
        size = size // 2 + 1
