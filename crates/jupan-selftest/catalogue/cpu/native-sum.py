# expect: timeout
# limits: wall_ms=150
# why: sum over an endless range runs in native code alone

print(sum(range(10**15)))
