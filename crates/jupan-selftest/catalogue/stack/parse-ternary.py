# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over conditional expressions

exec('x=' + '1 if 1 else ' * 50000 + '1')
