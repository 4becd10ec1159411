# Matrices as lists of lists: multiplication, transposition, elimination.
# prints: 987431 524 70.168625

size = 46
a = [[(i * j) % 10 + 1 for j in range(size)] for i in range(size)]
b = [[(i + 2 * j) % 7 for j in range(size)] for i in range(size)]
for _ in range(2):
    a = [[sum(x * y for x, y in zip(row, column)) % 1_000 for column in zip(*b)] for row in a]

m = [[float((i * 7 + j * 3) % 11) for j in range(size)] for i in range(size)]
for i in range(size):
    m[i][i] += 30.0
determinant = 1.0
for column in range(size):
    pivot = max(range(column, size), key=lambda row: abs(m[row][column]))
    if pivot != column:
        m[pivot], m[column] = m[column], m[pivot]
        determinant = -determinant
    determinant *= m[column][column] / 30.0
    for row in range(column + 1, size):
        factor = m[row][column] / m[column][column]
        for k in range(column, size):
            m[row][k] -= factor * m[column][k]
print(sum(map(sum, a)), a[3][5], f"{determinant:.6f}")
