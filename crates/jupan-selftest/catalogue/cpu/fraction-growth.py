# expect: limit
# limits: wall_ms=150
# why: exact fractions double their digits with every step

import fractions
x = fractions.Fraction(1, 3)
while True:
    x = x * x + fractions.Fraction(1, 7)
