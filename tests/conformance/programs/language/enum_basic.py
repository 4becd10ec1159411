from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique

class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    @property
    def hex(self):
        return {"RED": "#f00", "GREEN": "#0f0"}[self.name]

print(Color.RED, repr(Color.GREEN), Color(2), Color["RED"], Color.CRIMSON is Color.RED)
print(list(Color), Color.RED.name, Color.RED.value, Color.GREEN.hex, len(Color))
print(Color.__members__)
class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
p = Perm.R | Perm.X
print(p, repr(p), Perm.W in p, ~p, Perm(7), p.value, Perm(0))
class Size(IntEnum):
    S = 1
    L = 3
print(Size.L > 2, Size.S + 1, Size.L, f"{Size.L}", sorted(Size))
class Mode(StrEnum):
    FAST = auto()
print(Mode.FAST, Mode.FAST == "fast", repr(Mode.FAST))
try:
    Color(9)
except ValueError as e:
    print(e)
try:
    Color["BLUE"]
except KeyError as e:
    print(e)
Color.RED.value = 3
