if a || b:
    pass
