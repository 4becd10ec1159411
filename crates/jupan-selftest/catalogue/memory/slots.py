# expect: ok | memory | timeout
# limits: wall_ms=3000
# why: a class with a huge number of slots

type('A', (), {'__slots__': ['s%d' % i for i in range(10**5)]})
