from dataclasses import dataclass
from enum import Enum

class Color(Enum):
    RED = 1
    BLUE = 2

@dataclass
class Point:
    x: int
    y: int

def where(p):
    match p:
        case Point(0, 0):
            return "origin"
        case Point(x, 0):
            return f"x axis at {x}"
        case Point(x=0, y=y):
            return f"y axis at {y}"
        case Point() as q:
            return f"somewhere: {q}"
        case Color.RED:
            return "red"
        case Color():
            return "other color"
        case [Point(x=a), Point(x=b)] if a == b:
            return "same x"
        case [Point(), Point()]:
            return "two points"

print([where(v) for v in (Point(0, 0), Point(3, 0), Point(0, 4), Point(1, 2), Color.RED, Color.BLUE,
                          [Point(1, 2), Point(1, 5)], [Point(1, 2), Point(2, 2)], 5)])
class Other:
    pass
try:
    match Other():
        case Other(1):
            pass
except TypeError as e:
    print(e)
