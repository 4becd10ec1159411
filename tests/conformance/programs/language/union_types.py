def f(x: int | str | None = None) -> list[int] | dict[str, int]:
    return [1]
print(f.__annotations__)
print(int | None, isinstance(3, int | str), isinstance(3.0, int | str))
print(list[int], dict[str, list[int]], tuple[int, ...])
