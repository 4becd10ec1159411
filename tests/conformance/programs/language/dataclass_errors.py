from dataclasses import dataclass, field, KW_ONLY, InitVar

@dataclass
class Config:
    name: str
    _: KW_ONLY
    debug: bool = False
    scale: InitVar[int] = 1
    value: int = field(init=False)

    def __post_init__(self, scale):
        self.value = 10 * scale

print(Config("a", debug=True, scale=3))
try:
    Config("a", True)
except TypeError as e:
    print(e)
try:
    @dataclass
    class Bad:
        x: list = []
except ValueError as e:
    print(e)
try:
    @dataclass
    class Bad2:
        x: int = 1
        y: int
except TypeError as e:
    print(e)
Config("b") == Config("b"), Config("b") == Config("c")
