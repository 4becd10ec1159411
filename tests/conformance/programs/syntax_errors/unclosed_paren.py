print('hello'
x = 5
