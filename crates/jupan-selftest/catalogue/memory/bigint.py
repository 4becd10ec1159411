# expect: memory
# why: a power of two with ten billion digits

n = 1 << (1 << 33)
