class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need, self.have = need, have
class Account:
    _next = 1
    def __init__(self, owner):
        self.id, Account._next = Account._next, Account._next + 1
        self.owner, self._balance, self.history = owner, 0, []
    @property
    def balance(self): return self._balance
    def deposit(self, x):
        if x <= 0: raise ValueError("deposit must be positive")
        self._balance += x; self.history.append(("deposit", x))
    def withdraw(self, x):
        if x > self._balance: raise InsufficientFunds(x, self._balance)
        self._balance -= x; self.history.append(("withdraw", x))
    def __repr__(self): return f"<Account {self.id} {self.owner!r} {self.balance}>"
a, b = Account("Ann"), Account("Bob")
a.deposit(100); b.deposit(50)
try:
    b.withdraw(80)
except InsufficientFunds as e:
    print(e, e.need - e.have)
def transfer(src, dst, x):
    src.withdraw(x); dst.deposit(x)
transfer(a, b, 30)
print(a, b, a.history, sorted([a, b], key=lambda x: x.balance))
transfer(a, b, 500)
