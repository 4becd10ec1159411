# expect: ok | exit
# why: SystemExit in a finalizer has nobody to go to

class A:
    def __del__(self):
        raise SystemExit(7)

a = A()
del a
print('after')
