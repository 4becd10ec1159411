# expect: syntax | exception:SyntaxError
# why: the line that a syntax error quotes is cut

exec('x = (' + 'a' * 10**6 + ' b)')
