# expect: limit
# limits: wall_ms=150
# why: one operator call that would take years

10**10**8
