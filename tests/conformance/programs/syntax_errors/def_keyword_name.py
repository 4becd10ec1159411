def for(x):
    pass
