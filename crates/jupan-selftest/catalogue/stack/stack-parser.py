# expect: syntax:SyntaxError | exception:SyntaxError | exception:RecursionError | memory | stack
# why: deep brackets give an error

eval('(' * 9000 + '0' + ')' * 9000)
