# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over unary operators

exec('x=' + '-' * 100000 + '1')
