with open('x') f:
    pass
