# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over subscripts

exec('a' + '[0]' * 50000)
