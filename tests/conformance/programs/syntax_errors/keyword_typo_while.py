whlie True:
    pass
