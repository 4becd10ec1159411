[x for x range(3)]
