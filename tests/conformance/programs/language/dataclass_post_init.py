from dataclasses import dataclass, field, KW_ONLY, InitVar

@dataclass
class Order:
    items: list[tuple[str, float, int]]
    discount: InitVar[float] = 0.0
    _: KW_ONLY
    currency: str = "EUR"
    total: float = field(init=False, repr=True, compare=False)

    def __post_init__(self, discount):
        self.total = round(sum(p * q for _, p, q in self.items) * (1 - discount), 2)

o = Order([("pen", 1.5, 10), ("ink", 7.25, 2)], 0.1, currency="USD")
print(o)
print(o.total)
try:
    Order([], 0.0, "GBP")
except TypeError as e:
    print(e)
