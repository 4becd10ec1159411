# expect: exception:ValueError
# limits: output_bytes=4096
# why: a traceback of many frames with long lines is cut

code = 'def f(n):\n    return f(n - 1) if n else int("x")  #' + 'x' * 20000 + '\nf(200)'
exec(compile(code, 'y' * 10000, 'exec'))
