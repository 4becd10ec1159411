class Temperature:
    def __init__(self, celsius):
        self.celsius = celsius

    @property
    def celsius(self):
        """Degrees."""
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273.15:
            raise ValueError("below absolute zero")
        self._celsius = value

    @celsius.deleter
    def celsius(self):
        print("deleted")

    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32

t = Temperature(25)
t.celsius += 10
print(t.celsius, t.fahrenheit, Temperature.celsius.__doc__)
del t.celsius
for action in (lambda: setattr(t, "fahrenheit", 1), lambda: delattr(t, "fahrenheit"),
               lambda: setattr(t, "celsius", -300)):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
