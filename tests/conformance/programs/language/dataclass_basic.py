from dataclasses import dataclass, field, asdict, astuple, replace, fields

@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)

p = Point(1, 2)
print(p, p == Point(1, 2), asdict(p), astuple(p))
print(replace(p, x=10))
print([f.name for f in fields(p)])
try:
    Point()
except TypeError as e:
    print(e)
p
