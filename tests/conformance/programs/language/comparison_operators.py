from functools import total_ordering

@total_ordering
class Money:
    def __init__(self, cents):
        self.cents = cents
    def __eq__(self, other):
        return self.cents == other.cents
    def __lt__(self, other):
        return self.cents < other.cents
    def __repr__(self):
        return f"${self.cents / 100:.2f}"

a, b = Money(199), Money(250)
print(a < b, a <= b, a > b, a >= b, a == b, a != b)
print(sorted([b, a]), min(a, b))
class Plain: pass
try:
    Plain() < Plain()
except TypeError as e:
    print(e)
try:
    hash(a)
except TypeError as e:
    print(e)
