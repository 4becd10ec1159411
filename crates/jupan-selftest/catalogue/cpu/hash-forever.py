# expect: timeout
# limits: wall_ms=150
# why: a hash that never comes back is called from native code

class Key:
    def __hash__(self):
        while True:
            pass

{Key(): 1}
