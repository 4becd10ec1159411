print('hello)
x = 1
