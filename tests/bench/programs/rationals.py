# Fractions: harmonic numbers, a continued fraction, and exact linear interpolation.
# prints: 514880000 172632376 20986000 13993

from fractions import Fraction

harmonic = Fraction(0)
for n in range(1, 700):
    harmonic += Fraction(1, n)
golden = Fraction(1)
for _ in range(1_000):
    golden = 1 + 1 / golden
points = [(Fraction(i, 7), Fraction(i * i, 3)) for i in range(1, 3_000)]
slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in zip(points, points[1:])]
print(harmonic.denominator % 10**9, golden.numerator % 10**9, sum(slopes), max(slopes))
