# expect: memory
# why: a list repeated half a billion times

[0] * (5 * 10**8)
