x = {"a": true}
print(x)
