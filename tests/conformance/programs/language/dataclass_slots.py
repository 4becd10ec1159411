from dataclasses import dataclass

@dataclass(slots=True)
class P:
    x: float
    y: float

p = P(1, 2)
print(p, P.__slots__)
p.z = 3
