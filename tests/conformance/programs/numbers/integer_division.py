for a in (7, -7, 0, 1, -1):
    for b in (2, -2, 3, -3):
        print(a, b, a // b, a % b, divmod(a, b), a / b, int(a / b))
for a, b in [(7.5, 2), (-7.5, 2), (7.5, -2), (1e20, 3), (5, 0.1), (-0.0, 3), (3, float("inf")), (-3, float("inf"))]:
    print(a // b, a % b, divmod(a, b))
