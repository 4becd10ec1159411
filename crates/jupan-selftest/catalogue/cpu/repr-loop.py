# expect: timeout
# limits: wall_ms=150
# why: the value of the last expression is shown under the same limits

class Endless:
    def __repr__(self):
        while True:
            pass

Endless()
