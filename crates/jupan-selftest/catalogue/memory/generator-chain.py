# expect: memory | timeout | exception:RecursionError
# limits: memory_bytes=100663296, wall_ms=3000
# why: suspended generators hold their frames

alive = []
def numbers():
    big = list(range(1000))
    yield big
while True:
    generator = numbers()
    next(generator)
    alive.append(generator)
