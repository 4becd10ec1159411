# expect: timeout
# limits: wall_ms=150
# why: a finalizer that makes the next object to be finalized goes round in a circle

class Phoenix:
    def __del__(self):
        Phoenix()

while True:
    Phoenix()
