for x in [0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 0.125, 1234.5678, 1e16 + 1, 5.015, 0.285, 1.0000000000000002]:
    print(x, round(x), round(x, 1), round(x, 2), round(x, -2), int(x), f"{x:.0f} {x:.2f}")
print(round(12345, -2), round(15, -1), round(25, -1), round(-15, -1), round(5, 3), round(True), round(1e300, 2), round(1.5, None))
import math
print(math.floor(-0.5), math.ceil(-0.5), math.trunc(-2.7), math.floor(1e20), round(-0.4), round(2.5e15 + 0.5))
print(round(1e22), round(123456789.987654321, 5), round(0.1 + 0.2, 10), round(-2.5), round(3.5), round(1e-10, 5))
