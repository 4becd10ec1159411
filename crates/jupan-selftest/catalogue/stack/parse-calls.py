# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over calls

exec('f' + '()' * 50000)
