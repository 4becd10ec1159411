# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over unary operators

exec('x=' + 'not ' * 50000 + '1')
