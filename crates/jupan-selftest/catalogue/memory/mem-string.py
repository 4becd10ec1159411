# expect: memory
# why: one string larger than any memory; the error names memory

print(len('z' * 10 ** 11))
