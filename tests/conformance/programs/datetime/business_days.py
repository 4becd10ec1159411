from datetime import date, timedelta
def workdays(a, b, holidays=()):
    n = 0
    while a < b:
        a += timedelta(days=1)
        if a.weekday() < 5 and a not in holidays:
            n += 1
    return n
print(workdays(date(2024, 12, 20), date(2025, 1, 10), {date(2024, 12, 25), date(2025, 1, 1)}))
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(y, month, day + 1)
for y in range(2020, 2028):
    print(easter(y).strftime("%a %d %b %Y"))
def age(born, today): return today.year - born.year - ((today.month, today.day) < (born.month, born.day))
print(age(date(2000, 2, 29), date(2023, 2, 28)), age(date(1990, 5, 17), date(2024, 5, 17)))
print([d for d in (date(2024, m, 13) for m in range(1, 13)) if d.weekday() == 4])
