async f():
    pass
