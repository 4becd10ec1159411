# expect: memory
# why: a shift by ten billion bits

1 << 10**10
