# expect: exception:SyntaxError | syntax
# why: the compiler recurses over starred targets

exec('*' * 50000 + 'a = [1]')
