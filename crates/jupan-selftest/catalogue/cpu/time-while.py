# expect: timeout
# limits: wall_ms=150
# why: an endless loop ends close to the time limit

i = 0
while i >= 0:
    i += 1
