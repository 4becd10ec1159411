# expect: timeout
# limits: wall_ms=150
# why: the text of an exception is made under the same limits

class Endless(Exception):
    def __str__(self):
        while True:
            pass

raise Endless
