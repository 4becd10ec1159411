f(**d, x)
