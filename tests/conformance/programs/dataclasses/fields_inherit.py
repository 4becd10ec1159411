from dataclasses import dataclass, field, fields, is_dataclass, asdict, astuple, make_dataclass, MISSING, replace
@dataclass
class Base:
    id: int
    tags: set = field(default_factory=set, repr=False)
@dataclass
class Child(Base):
    name: str = "x"
    hidden: int = field(default=0, compare=False, metadata={"u": "m"})
c = Child(1, {"a"}, "n", 5)
print(c, c == Child(1, {"a"}, "n", 6), [(f.name, f.type.__name__, f.default is MISSING, f.init, dict(f.metadata)) for f in fields(Child)], is_dataclass(c), is_dataclass(int))
D = make_dataclass("D", [("x", int), ("y", int, field(default=5))], namespace={"add": lambda self: self.x + self.y})
print(D(1), D(1).add(), asdict(Child(2, {3})), astuple(D(1, 2)), D.__match_args__, Child.__dataclass_params__.frozen)
@dataclass(eq=False, repr=False)
class Plain: a: int
print(Plain(1) == Plain(1), Plain.__init__.__annotations__)
try:
    @dataclass
    class Bad:
        a: int = 1
        b: str
except TypeError as e:
    print(e)
replace(c, nope=1)
