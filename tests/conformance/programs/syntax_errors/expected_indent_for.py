for i in [1]:
print(i)
