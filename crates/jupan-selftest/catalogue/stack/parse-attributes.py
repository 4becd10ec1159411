# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over attribute access

exec('a' + '.b' * 50000)
