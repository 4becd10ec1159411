# Classes: attributes, methods, inheritance, properties and operators.
# prints: 720000000 2034 7290 False

class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    @property
    def length_squared(self):
        return self.x * self.x + self.y * self.y


class Account:
    fee = 1

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount + self.fee > self.balance:
            raise ValueError(f"{self.owner} has only {self.balance}")
        self.balance -= amount + self.fee


class Savings(Account):
    fee = 0

    def deposit(self, amount):
        super().deposit(amount + amount // 10)


position = Vector(0, 0)
for i in range(12_000):
    position = position + Vector(i % 5, -(i % 3))
accounts = [Account(f"a{i}") if i % 2 else Savings(f"s{i}") for i in range(50)]
refused = 0
for i in range(20_000):
    account = accounts[i % 50]
    account.deposit(i % 40)
    try:
        account.withdraw(i % 90)
    except ValueError:
        refused += 1
total = sum(account.balance for account in accounts)
print(position.length_squared, total, refused, position == Vector(1, 2))
