from abc import ABC, abstractmethod
import math

class Shape(ABC):
    @abstractmethod
    def area(self): ...

    @abstractmethod
    def perimeter(self): ...

    def describe(self):
        return f"{type(self).__name__}: area={self.area():.2f}, perimeter={self.perimeter():.2f}"

class Circle(Shape):
    def __init__(self, r):
        self.r = r
    def area(self):
        return math.pi * self.r ** 2
    def perimeter(self):
        return 2 * math.pi * self.r

class Half(Shape):
    def area(self):
        return 1

print(Circle(2).describe())
for cls in (Shape, Half):
    try:
        cls()
    except TypeError as e:
        print(e)
print(sorted(Shape.__abstractmethods__))
