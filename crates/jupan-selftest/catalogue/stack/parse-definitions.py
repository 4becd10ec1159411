# expect: exception | stack | memory | timeout
# limits: wall_ms=1000
# why: functions in functions, each with its own scope

exec(''.join(' ' * i + 'def f():\n' for i in range(95)) + ' ' * 95 + 'pass')
exec(''.join(' ' * i + 'def f():\n' for i in range(900)) + ' ' * 900 + 'pass')
