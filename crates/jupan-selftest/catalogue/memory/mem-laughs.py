# expect: limit
# limits: wall_ms=600
# why: nested repetition explodes only when it is printed

a = ['ha'] * 10
for _ in range(11): a = [a] * 10
print(len(repr(a)))
