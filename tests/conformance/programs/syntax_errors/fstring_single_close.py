print(f'a } b')
