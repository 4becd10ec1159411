lambda: 1 = 3
