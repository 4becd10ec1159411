# expect: limit | exception
# why: a giant format width is an error, not an abort

print(len('{:>{w}}'.format('x', w=10 ** 12)))
