# expect: limit
# limits: wall_ms=150
# why: modular powers of huge numbers stay within one native call

pow(7**20000, 7**20000, 11**20000)
