# expect: timeout
# limits: wall_ms=250
# why: keys of equal hash make a dictionary quadratic

class Key:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self is other

table = {}
while True:
    table[Key()] = None
