def area(width,
         height):
    return width * height

print(
    area(
        3,
        height="x" - 1,
    )
)
