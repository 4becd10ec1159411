try:
    raise ValueError("x")
except ValueError as e:
    saved = e
print(saved)
print(e)
