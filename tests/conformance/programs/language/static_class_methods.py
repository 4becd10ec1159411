class Date:
    count = 0
    def __init__(self, y, m, d):
        self.y, self.m, self.d = y, m, d
        type(self).count += 1

    @classmethod
    def parse(cls, text):
        return cls(*map(int, text.split("-")))

    @staticmethod
    def is_leap(y):
        return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)

    def __str__(self):
        return f"{self.d:02}.{self.m:02}.{self.y}"

d = Date.parse("2024-02-29")
print(d, Date.is_leap(d.y), Date.is_leap(1900), Date.count)
