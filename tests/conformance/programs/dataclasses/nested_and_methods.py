from dataclasses import dataclass, field, asdict, astuple
from typing import ClassVar, Optional
import json
@dataclass(order=True)
class Item:
    sort_key: float = field(init=False, repr=False)
    name: str
    price: float
    qty: int = 1
    count: ClassVar[int] = 0
    def __post_init__(self):
        self.sort_key = self.price * self.qty
        Item.count += 1
@dataclass
class Cart:
    owner: str
    items: list[Item] = field(default_factory=list)
    def total(self): return sum(i.sort_key for i in self.items)
cart = Cart("Ann", [Item("pen", 1.5, 4), Item("book", 12.0), Item("cup", 5, 2)])
print(cart.total(), sorted(cart.items), max(cart.items).name, Item.count)
print(json.dumps(asdict(cart), indent=1))
print(astuple(cart))
@dataclass(frozen=True)
class Pt:
    x: int
    y: int
    def __add__(self, o): return Pt(self.x + o.x, self.y + o.y)
print(Pt(1, 2) + Pt(3, 4), {Pt(1, 2): "a"}, Pt(1, 2) in {Pt(1, 2)})
match Pt(0, 5):
    case Pt(0, y): print("y axis", y)
Pt(1, 2) < Pt(2, 3)
