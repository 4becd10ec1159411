# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over binary operators

exec('x=' + '+'.join(['1'] * 50000))
