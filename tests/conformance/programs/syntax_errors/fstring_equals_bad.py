print(f'{x = !}')
