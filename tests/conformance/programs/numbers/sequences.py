a, b = 0, 1
fibs = []
while a < 1000:
    fibs.append(a)
    a, b = b, a + b
print(fibs)
def pascal(n):
    row = [1]
    for _ in range(n):
        yield row
        row = [x + y for x, y in zip([0] + row, row + [0])]
for r in pascal(5):
    print(r)
print([n * (n + 1) // 2 for n in range(10)], [n ** 2 for n in range(10)], list(range(10, 0, -3)), list(range(0)))
def catalan(n):
    from math import comb
    return comb(2 * n, n) // (n + 1)
print([catalan(i) for i in range(10)], [sum(1 for d in range(1, n + 1) if n % d == 0) for n in range(1, 13)])
print([bin(i).count("1") for i in range(16)], [int(str(i)[::-1]) for i in range(10, 20)])
def to_roman(n):
    out = ""
    for v, s in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= v:
            out += s; n -= v
    return out
print([to_roman(n) for n in (1994, 2024, 49, 3999)])
