# expect: timeout | output
# limits: wall_ms=150
# why: a program cannot catch the limit, whatever it catches

while True:
    try:
        x = 1
        while x: x = x
    except BaseException as e:
        print('ignored', e)
