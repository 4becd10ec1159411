try:
    x = 1 / 0
finally:
    y = int("z")
