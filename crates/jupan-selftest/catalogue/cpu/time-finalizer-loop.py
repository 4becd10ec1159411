# expect: timeout
# limits: wall_ms=150
# why: finalizers that make objects with finalizers, one after the other

class End:
    def __del__(self):
        pass

while True:
    End()
