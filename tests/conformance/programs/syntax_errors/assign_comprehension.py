[x for x in y] = 3
