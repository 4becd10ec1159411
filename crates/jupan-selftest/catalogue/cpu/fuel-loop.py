# expect: fuel
# limits: fuel=200000000
# why: instructions are counted, not just time

while True:
    pass
