# expect: timeout
# limits: wall_ms=150
# why: a finalizer that never ends, run while the program goes on

class End:
    def __del__(self):
        while True:
            try:
                while True: pass
            except BaseException:
                pass

End()
print('never')
