# expect: ok | timeout
# limits: wall_ms=250
# stdout-contains: "finished"
# why: a finalizer that never ends must not hold the request past the limit

class End:
    def __del__(self):
        while True: pass
keep = End()
print('finished')
