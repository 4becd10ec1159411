# expect: memory
# why: a width of a billion in an f-string

f'{1:>999999999}'
