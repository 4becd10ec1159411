x = 3
print(f'value {x)
