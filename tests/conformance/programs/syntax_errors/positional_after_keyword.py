print(sep='', 'a')
