d = {'a': 1}
print(f'{d['a']}')
