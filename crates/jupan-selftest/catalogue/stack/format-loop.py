# expect: exception:RecursionError
# why: __format__ that formats itself

class A:
    def __format__(self, spec):
        return f'{self}'

f'{A()}'
