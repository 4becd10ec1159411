if 1:
    pass
esle:
    pass
