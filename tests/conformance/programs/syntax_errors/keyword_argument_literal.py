print(5=1)
