while x = next(it):
    pass
