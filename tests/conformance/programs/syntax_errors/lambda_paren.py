f = lambda (x, y): x
