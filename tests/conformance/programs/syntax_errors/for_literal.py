for 5 in x:
    pass
