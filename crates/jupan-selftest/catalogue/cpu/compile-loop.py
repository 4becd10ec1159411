# expect: timeout
# limits: wall_ms=150
# why: the compiler is native code that programs can call

while True:
    compile('x = ' + ' + '.join(['1'] * 50), 'made', 'exec')
