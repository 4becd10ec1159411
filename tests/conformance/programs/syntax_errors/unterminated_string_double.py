name = "Ann
print(name)
