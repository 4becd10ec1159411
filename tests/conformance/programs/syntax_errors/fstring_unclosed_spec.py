print(f'{1:>{5}')
