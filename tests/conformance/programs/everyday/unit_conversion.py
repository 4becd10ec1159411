def convert(v, a, b):
    length = {"m": 1, "km": 1000, "mi": 1609.344, "ft": 0.3048, "in": 0.0254}
    if a in length and b in length:
        return v * length[a] / length[b]
    raise ValueError(f"cannot convert {a!r} to {b!r}")
for v, a, b in [(26.2, "mi", "km"), (6, "ft", "m"), (1, "km", "in"), (180, "in", "ft")]:
    print(f"{v} {a} = {convert(v, a, b):.4g} {b} = {convert(v, a, b)!r}")
for c in range(-40, 101, 35):
    print(f"{c:>5}°C {c * 9 / 5 + 32:>6.1f}°F {c + 273.15:>7.2f}K")
print(0.1 + 0.2, 0.1 + 0.2 == 0.3, round(2.675, 2), 1.1 * 3, 1e16 + 1, 5 // -2, -5 % 3, 7.5 // 2, divmod(-7, 2), 2 ** -1, 10 ** 20, 1 / 3)
convert(1, "kg", "m")
