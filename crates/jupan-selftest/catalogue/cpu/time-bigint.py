# expect: limit
# limits: wall_ms=250
# why: big-number arithmetic is stopped by the time or the memory limit

n = 3
for _ in range(40): n = n * n
print(n.bit_length())
