class Cart:
    def __init__(self, prices):
        self.prices = prices
    @property
    def total(self):
        return sum(self.prices)
    def __str__(self):
        return f"Cart: {self.total:.2f}"
print(Cart([1, 2]))
print(Cart([1, "2"]))
