class Account:
    interest = 0.02

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("Deposit must be positive")
        self.balance += amount
        return self

    def __repr__(self):
        return f"Account(owner={self.owner!r}, balance={self.balance})"

    def __eq__(self, other):
        if not isinstance(other, Account):
            return NotImplemented
        return (self.owner, self.balance) == (other.owner, other.balance)


a = Account("Ann", 100).deposit(50).deposit(25.5)
b = Account("Ann", 175.5)
print(a, a == b, a != b, a == 3)
try:
    hash(a)
except TypeError as e:
    print(e)
try:
    a.deposit(-1)
except ValueError as e:
    print(type(e).__name__, e)
print(vars(a))
a
