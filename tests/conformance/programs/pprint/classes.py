from pprint import pprint
from dataclasses import dataclass, field
from collections import OrderedDict, Counter, defaultdict, deque, namedtuple
from types import SimpleNamespace
@dataclass
class P:
    name: str
    values: list = field(default_factory=lambda: list(range(25)))
pprint(P("x" * 30))
pprint([OrderedDict(a=1, b=2), Counter("hello"), defaultdict(int, x=1), deque([1, 2])], width=30)
pprint(SimpleNamespace(alpha="a" * 40, beta=["b" * 40]))
pprint(namedtuple("N", "a b")(1, "x" * 70))
pprint({"k": {f"key{i}": i for i in range(12)}})
