# expect: exception:ValueError
# stdout: "one\ntwo\n"
# why: what was printed before the error is kept

print('one')
print('two')
int('x')
