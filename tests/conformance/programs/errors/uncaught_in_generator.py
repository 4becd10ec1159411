def read(rows):
    for row in rows:
        yield int(row)

def total(rows):
    return sum(read(rows))

total(["1", "2", "three"])
