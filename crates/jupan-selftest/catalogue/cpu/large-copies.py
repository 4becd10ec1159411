# expect: timeout
# limits: wall_ms=150
# why: each copy is a single instruction on a good part of the memory

data = bytearray(40_000_000)
while True:
    data[1:] = data[:-1]
