# expect: exception:RuntimeError | timeout
# limits: wall_ms=150
# why: a generator that swallows GeneratorExit is an error or ends by the clock

def stubborn():
    while True:
        try:
            yield 1
        except GeneratorExit:
            pass

generator = stubborn()
next(generator)
generator.close()
