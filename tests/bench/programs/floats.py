# Floating point and math: an integral, a root, a series and a small simulation.
# prints: 0.932761951 2.645751311 3.141567654 -0.667311860 -0.745112142 100014989.9270

import math


def simpson(f, low, high, steps):
    width = (high - low) / steps
    total = f(low) + f(high)
    for i in range(1, steps):
        total += f(low + i * width) * (4 if i % 2 else 2)
    return total * width / 3


integral = simpson(lambda x: math.sin(x) * math.exp(-x / 3), 0.0, 10.0, 40_000)
root = 2.0
for _ in range(2_000):
    root = (root + 7.0 / root) / 2.0
series = sum((-1) ** k / (2 * k + 1) for k in range(40_000)) * 4
x, v = 1.0, 0.0
for _ in range(40_000):
    v -= x * 0.001
    x += v * 0.001
distance = sum(math.hypot(i * 0.5, math.sqrt(i)) for i in range(20_000))
print(f"{integral:.9f} {root:.9f} {series:.9f} {x:.9f} {v:.9f} {distance:.4f}")
