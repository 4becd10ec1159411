# expect: timeout
# limits: wall_ms=150
# why: a key that computes for ever, called by the native sort

def key(item):
    while True:
        try:
            item += 1
        except BaseException:
            pass

sorted([1, 2], key=key)
