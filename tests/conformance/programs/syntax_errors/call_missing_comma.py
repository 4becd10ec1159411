print('a' x)
