for bad in (5, "error", None, [], int):
    try:
        raise bad
    except TypeError as e:
        print(e)
try:
    raise ValueError("x") from 5
except TypeError as e:
    print(e)
try:
    try:
        pass
    except 5:
        pass
    print("not reached by an exception")
    try:
        1 / 0
    except "ZeroDivisionError":
        pass
except TypeError as e:
    print(e)
