# expect: timeout
# limits: wall_ms=400
# why: calls that make the host copy and fill memory end at the deadline like others

with open('f', 'wb') as file:
    while True:
        file.truncate(16 << 20)
        file.truncate(0)
