a, b, c = 1, 2, "3"
result = (a + b) * 2 + c
