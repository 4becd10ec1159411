# expect: ok
# why: a long chain of and and or

exec('x=' + '1 and 0 or ' * 20000 + '1')
