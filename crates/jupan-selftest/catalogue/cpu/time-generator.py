# expect: timeout
# limits: wall_ms=150
# why: an endless generator never yields its last element

def count():
    n = 0
    while True:
        yield n
        n += 1

sum(count())
