A = [[1, 2], [3, 4]]
B = [[0, 1], [1, 0]]
mul = lambda X, Y: [[sum(a * b for a, b in zip(r, c)) for c in zip(*Y)] for r in X]
print(mul(A, B), list(map(list, zip(*A))), [[x * 2 for x in r] for r in A], sum(A[i][i] for i in range(2)))
def power(M, n):
    R = [[1, 0], [0, 1]]
    while n:
        if n & 1: R = mul(R, M)
        M = mul(M, M); n >>= 1
    return R
print(power([[1, 1], [1, 0]], 90))
def solve(a, b):
    n = len(a)
    m = [r[:] + [x] for r, x in zip(a, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[p] = m[p], m[i]
        for r in range(i + 1, n):
            f = m[r][i] / m[i][i]
            m[r] = [x - f * y for x, y in zip(m[r], m[i])]
    x = [0] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return x
print(solve([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3]))
