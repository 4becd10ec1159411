x = 1
x++
print(x)
