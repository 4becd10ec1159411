class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, obj, kind=None):
        if obj is None:
            return self
        return getattr(obj, self.name)
    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive, not {value}")
        setattr(obj, self.name, value)

class Order:
    quantity = Positive()
    price = Positive()
    def __init__(self, q, p):
        self.quantity, self.price = q, p
    @classmethod
    def one(cls, p):
        return cls(1, p)
    @staticmethod
    def tax(x):
        return x * 0.2

o = Order.one(9.5)
print(o.quantity * o.price, Order.tax(10), isinstance(Order.price, Positive))
try:
    o.price = 0
except ValueError as e:
    print(e)
print(sorted(vars(o)))
