from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique, EnumCheck, verify, member, nonmember, property as eprop, KEEP, global_enum, ReprEnum
A = Enum("Animal", "CAT DOG BIRD")
B = Enum("B", {"x": 10, "y": 20})
C = IntEnum("C", ["P", "Q"], start=5)
print(list(A), A.CAT, B.x.value, list(C), C.P + 1, A["DOG"], A(3), A.CAT in A, 1 in A, len(B))
class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)
    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius
    @property
    def gravity(self): return round(6.67300E-11 * self.mass / self.radius ** 2, 4)
print([(p.name, p.gravity) for p in Planet])
class Day(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    MON = auto()
    TUE = auto()
    @classmethod
    def _missing_(cls, v): return cls.MON if v == "?" else None
print(Day.MON.value, Day("tue"), Day("?"), Day.MON == "mon", hash(Day.MON) == hash(Day.MON), Day.MON is Day("mon"))
class M(Enum):
    f = member(lambda x: x)
    n = nonmember(5)
print(list(M)[0].name, M.n)
try:
    Day("zzz")
except ValueError as e:
    print(e)
class Sub(Day): pass
