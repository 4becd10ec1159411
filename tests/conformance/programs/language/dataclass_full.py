from dataclasses import dataclass, field, asdict, astuple, replace, fields
from typing import List

@dataclass(order=True)
class Item:
    price: float
    name: str = field(compare=False)
    tags: List[str] = field(default_factory=list, repr=False, compare=False)

@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0

    def __post_init__(self):
        if self.x < 0:
            raise ValueError(f"negative x: {self.x}")

items = [Item(3.5, "pen"), Item(1.25, "clip", ["office"]), Item(10, "book")]
print(sorted(items))
print(asdict(items[1]), astuple(items[0]))
p = Point(1, 2)
print(p, replace(p, y=9), hash(p) == hash(Point(1, 2)), {p: 1}[Point(1, 2)])
try:
    p.x = 5
except Exception as e:
    print(type(e).__name__, e)
try:
    Point(-1)
except ValueError as e:
    print(e)
try:
    Point()
except TypeError as e:
    print(e)
print([f.name for f in fields(Item)])
