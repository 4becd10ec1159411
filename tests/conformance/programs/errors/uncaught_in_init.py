class Matrix:
    def __init__(self, rows):
        width = len(rows[0])
        for row in rows:
            if len(row) != width:
                raise ValueError(f"row {row} has {len(row)} columns, expected {width}")
        self.rows = rows
    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])
m = Matrix([[1, 2], [3, 4]])
print((m @ m).rows)
Matrix([[1, 2], [3]])
