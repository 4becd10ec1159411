print(f"{'\n'.join(['a', 'b'])}")
