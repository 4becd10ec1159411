x = 1
s = '''abc
def
print(s)
