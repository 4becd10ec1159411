print(f'{')
