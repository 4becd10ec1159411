print(f'{1!z}')
