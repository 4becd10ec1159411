from datetime import date, timedelta
d = date(2024, 2, 29)
print(d, repr(d), d.year, d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal(), d.timetuple().tm_yday)
print(d + timedelta(days=1), d - timedelta(weeks=1), date(2024, 12, 25) - d, (date(2024, 12, 25) - d).days)
print(d.replace(year=2023, day=28), date.fromordinal(738000), date.fromisoformat("2024-03-01"), date.fromisocalendar(2024, 1, 1))
print(d.strftime("%A %d %B %Y, week %W/%U/%V, day %j, %a %b %y %d/%m/%y %%"), d.ctime(), d.isoformat(), f"{d:%Y/%m/%d}")
print(d < date(2025, 1, 1), d == date(2024, 2, 29), max(d, date(2020, 1, 1)), date.min, date.max, date.resolution)
for bad in ("date.fromisoformat('2024-1-1')", "d - 5", "d < 5", "date('2024')", "d - date.max - date.max"):
    try:
        print(eval(bad))
    except Exception as e:
        print(bad, "->", type(e).__name__, e)
d
