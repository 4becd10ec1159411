[x for x in y if x else 3]
