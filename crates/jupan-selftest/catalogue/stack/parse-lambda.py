# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: the compiler recurses over functions in functions

exec('x=' + 'lambda:' * 5000 + '1')
