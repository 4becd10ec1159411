# expect: exception:SyntaxError | syntax
# why: statements in statements, deeper than the compiler takes

exec(''.join(' ' * i + 'try:\n' for i in range(90)) + ' ' * 90 + 'pass\n' + ''.join(' ' * i + 'finally: pass\n' for i in range(89, -1, -1)))
