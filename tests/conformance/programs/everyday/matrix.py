A = [[2, 1], [5, 3]]
B = [[1, 2, 3], [4, 5, 6]]
def mul(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
def det(m):
    if len(m) == 1: return m[0][0]
    return sum((-1) ** j * m[0][j] * det([r[:j] + r[j + 1:] for r in m[1:]]) for j in range(len(m)))
print(mul(A, B), det(A), det([[3, 8, 1], [4, 6, 2], [9, 7, 5]]), [list(r) for r in zip(*B)])
from fractions import Fraction as F
def solve(a, b):
    n = len(a)
    m = [[F(x) for x in r] + [F(y)] for r, y in zip(a, b)]
    for i in range(n):
        p = next(r for r in range(i, n) if m[r][i] != 0)
        m[i], m[p] = m[p], m[i]
        m[i] = [x / m[i][i] for x in m[i]]
        for r in range(n):
            if r != i:
                m[r] = [x - m[r][i] * y for x, y in zip(m[r], m[i])]
    return [r[-1] for r in m]
print([str(x) for x in solve([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3])])
def power(m, n):
    r = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n & 1: r = mul(r, m)
        m = mul(m, m); n >>= 1
    return r
power([[1, 1], [1, 0]], 100)[0][1]
