for n in (-5, 0, 7):
    print("neg" if n < 0 else "zero" if n == 0 else "pos")
x = 5
print((x > 3) - (x < 3), [1, 2][x > 3], x if x else None)
assert x == 5, "never"
assert x == 6, f"x is {x}"
