code = "def f(x):\n    return x + '1'\nf(2)"
exec(code)
