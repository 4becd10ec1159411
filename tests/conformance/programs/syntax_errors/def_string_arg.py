def f('a'):
    pass
