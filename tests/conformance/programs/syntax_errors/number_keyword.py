x = 1if 2 else 3
x
