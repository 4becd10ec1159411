# expect: timeout
# limits: wall_ms=150
# why: many searches of quadratic cost

hay = 'a' * 200000
needle = 'a' * 100000 + 'b'
while True:
    hay.find(needle)
