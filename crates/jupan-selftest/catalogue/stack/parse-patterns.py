# expect: exception:SyntaxError | exception:RecursionError | stack
# why: patterns in patterns

exec('match 1:\n case ' + '[' * 5000 + 'x' + ']' * 5000 + ': pass')
