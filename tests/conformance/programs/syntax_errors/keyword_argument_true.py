print(True=1)
