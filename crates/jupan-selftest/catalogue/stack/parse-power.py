# expect: exception:RecursionError | exception:SyntaxError | exception:MemoryError | stack
# why: powers of powers associate to the right

exec('x=' + '1**' * 50000 + '1')
