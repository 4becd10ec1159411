# expect: memory | exception:OverflowError
# why: a shift by ten billion bits

1 << 10**10
