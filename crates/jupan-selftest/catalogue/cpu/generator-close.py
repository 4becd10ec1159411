# expect: timeout
# limits: wall_ms=150
# why: closing a generator runs its finally block

def trap():
    try:
        yield 1
    finally:
        while True:
            pass

generator = trap()
next(generator)
generator.close()
