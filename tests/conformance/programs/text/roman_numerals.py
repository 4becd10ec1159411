def to_roman(n):
    out = ""
    for v, r in [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= v:
            out += r; n -= v
    return out
def from_roman(s):
    vals = dict(I=1, V=5, X=10, L=50, C=100, D=500, M=1000)
    return sum(-vals[a] if vals[a] < vals.get(b, 0) else vals[a] for a, b in zip(s, s[1:] + " "))
print([to_roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999)])
assert all(from_roman(to_roman(n)) == n for n in range(1, 4000))
from_roman("MCMXCIV")
