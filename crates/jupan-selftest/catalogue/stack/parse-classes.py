# expect: exception | stack | memory | timeout
# limits: wall_ms=400
# why: classes in classes

exec(''.join(' ' * i + 'class A:\n' for i in range(900)) + ' ' * 900 + 'pass')
