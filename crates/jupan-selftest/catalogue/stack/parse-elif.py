# expect: ok | exception | stack
# why: a chain of ten thousand branches is a nested tree to the compiler

exec('if 0: pass\n' + 'elif 0: pass\n' * 10000)
