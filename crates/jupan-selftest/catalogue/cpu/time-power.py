# expect: timeout
# limits: wall_ms=150
# why: one power of big integers takes longer than the limit

3 ** (10 ** 8)
