# expect: timeout
# limits: wall_ms=150
# why: `except BaseException: pass` in a loop cannot outlive the limit

while True:
    try:
        while True:
            raise ValueError
    except BaseException:
        pass
