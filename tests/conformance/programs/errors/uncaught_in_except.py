try:
    value = int("12a")
except ValueError as err:
    print("problem:", err)
    raise RuntimeError("could not parse") from err
