# expect: timeout
# limits: wall_ms=150
# why: each copy is a single instruction on half of the memory

data = bytearray(90_000_000)
while True:
    data[1:] = data[:-1]
