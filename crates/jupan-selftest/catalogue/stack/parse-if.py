# expect: ok | exception | stack
# why: blocks nested two hundred deep

exec('if 1:\n' + ''.join(' ' * i + 'if 1:\n' for i in range(1, 200)) + ' ' * 200 + 'pass')
