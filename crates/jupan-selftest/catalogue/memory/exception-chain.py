# expect: memory | timeout | exception
# limits: memory_bytes=100663296, wall_ms=3000
# why: each exception holds on to the one before

last = None
while True:
    try:
        try:
            raise ValueError(bytearray(10**5))
        except ValueError as error:
            raise KeyError(bytearray(10**5)) from (last or error)
    except KeyError as error:
        last = error
