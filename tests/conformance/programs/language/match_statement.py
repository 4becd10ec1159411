def describe(value):
    match value:
        case None:
            return "nothing"
        case True | False:
            return f"bool {value}"
        case int(n) if n < 0:
            return f"negative {n}"
        case int() | float():
            return f"number {value}"
        case str(s):
            return f"text of {len(s)}"
        case []:
            return "empty list"
        case [x]:
            return f"one: {x}"
        case [first, *rest]:
            return f"first {first}, {len(rest)} more"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": t, **others}:
            return f"{t} with {others}"
        case _:
            return "unknown"

for v in [None, True, -3, 4, 2.5, "abc", [], [1], [1, 2, 3], (1, 2), {"type": "circle", "r": 2},
          {"type": "square", "side": 1}, {1, 2}, {}]:
    print(repr(v), "->", describe(v))
