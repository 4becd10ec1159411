// comment
x = 1
