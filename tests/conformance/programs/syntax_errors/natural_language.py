Here is the code:
print(1)
