def compute(values):
    total = sum(v * 2 for v in values
    return total

print(compute([1, 2]))
