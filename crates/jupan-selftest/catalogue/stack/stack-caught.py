# expect: ok
# stdout: "too deep\nnext\n"
# why: a caught RecursionError leaves a working interpreter

def f(): return f()
try:
    f()
except RecursionError:
    print('too deep')
print('next')
