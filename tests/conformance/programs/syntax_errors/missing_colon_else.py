if 1:
    pass
else
    pass
