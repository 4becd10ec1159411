from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique

class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    def pretty(self):
        return self.name.title()

class Level(IntEnum):
    LOW = 1
    HIGH = 10

class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    ALL = R | W | X

class Mode(StrEnum):
    FAST = auto()
    SLOW = auto()

print(Color.RED, repr(Color.RED), Color(2), Color["GREEN"], Color.CRIMSON is Color.RED, list(Color))
print(Color.RED.pretty(), Color.RED.value, [c.name for c in Color], Color.__members__)
print(Level.HIGH > Level.LOW, Level.HIGH + 1, sorted([Level.HIGH, Level.LOW]), f"{Level.LOW}", Level.LOW)
print(Perm.R | Perm.W, Perm.ALL, Perm.R in Perm.ALL, ~Perm.R, Perm(0), repr(Perm.R | Perm.X), Perm.ALL & ~Perm.W)
print(Mode.FAST, Mode.FAST == "fast", f"{Mode.SLOW!r}", list(Mode))
for bad in (lambda: Color(9), lambda: Color["BLUE"], lambda: setattr(Color, "RED", 3), lambda: Color.RED < Color.GREEN):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
try:
    @unique
    class D(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)
Animal = Enum("Animal", "CAT DOG")
print(Animal.DOG, Animal.DOG.value, len(Animal), Animal)
Color.PURPLE
