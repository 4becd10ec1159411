import math
total_count = 5
def f():
    local_value = 1
    return local_valu
class A:
    def __init__(self):
        self.balance = 3
    def method(self):
        return balance
for g in (f, A().method, lambda: total_cuont, lambda: pritn(1), lambda: A().balanc, lambda: math.squrt(2), lambda: "a".uper(), lambda: [].appendd(1), lambda: lenn([])):
    try:
        g()
    except (NameError, AttributeError) as e:
        print(type(e).__name__, e, getattr(e, "name", None))
A().balence
