xs = ['a', b 'c']
