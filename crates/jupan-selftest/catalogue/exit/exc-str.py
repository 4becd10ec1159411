# expect: exception:Odd
# why: an exception that cannot be printed is still named

class Odd(Exception):
    def __str__(self): return 1 / 0
raise Odd
