def f():
    """Doc
    return 1

f()
