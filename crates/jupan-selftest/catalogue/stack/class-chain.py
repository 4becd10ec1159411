# expect: ok | exception | timeout | memory
# limits: wall_ms=400
# why: a class with very many ancestors

cls = object
for i in range(3000):
    cls = type('A', (cls,), {})
cls()
