def f(x: int = 1, y: str):
    return y
