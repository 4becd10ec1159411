class None:
    pass
