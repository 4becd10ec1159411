# expect: ok | stack | exception
# why: a finalizer that makes an object with the same finalizer recurses while it is freed

class A:
    def __del__(self):
        self.__class__.count += 1
        if self.count < 10**5:
            b = A()

A.count = 0
A()
