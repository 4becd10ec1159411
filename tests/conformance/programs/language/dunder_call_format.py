class Temp:
    def __init__(self, c):
        self.c = c
    def __format__(self, spec):
        if spec == "f":
            return f"{self.c * 9 / 5 + 32:.1f}F"
        return f"{self.c:{spec or '.1f'}}C"
    def __str__(self):
        return "str"
    def __int__(self):
        return int(self.c)
    def __float__(self):
        return float(self.c)
    def __index__(self):
        return int(self.c)
    def __round__(self, n=None):
        return f"rounded {n}"
    def __contains__(self, x):
        return x < self.c
    def __reversed__(self):
        return iter([3, 2, 1])
t = Temp(21.5)
print(f"{t} {t:f} {t:.3f}", format(t), int(t), float(t), round(t), round(t, 2), hex(t), 5 in t, list(reversed(t)), [0] * 30 == [0] * 30, list(range(30))[t])
format(object(), "x")
