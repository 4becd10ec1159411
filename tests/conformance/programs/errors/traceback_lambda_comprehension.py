rows = [["1", "2"], ["3", "x"]]
table = [[int(c) for c in row] for row in rows]
