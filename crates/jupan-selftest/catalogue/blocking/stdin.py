# expect: exception:EOFError
# limits: wall_ms=2000
# why: stdin is at its end: reading it never waits

input('name? ')
