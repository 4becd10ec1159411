import calendar as c, datetime
print(c.isleap(2000), c.isleap(1900), c.leapdays(1990, 2025), c.monthrange(2024, 2), c.weekday(2024, 2, 29), c.timegm((2024, 1, 1, 0, 0, 0)))
print(c.month(2024, 2)); print(c.TextCalendar(c.SUNDAY).formatmonth(2023, 10, w=3, l=2))
print(c.monthcalendar(2021, 2), c.Calendar(6).monthdayscalendar(2024, 9))
cal = c.Calendar(firstweekday=3)
print(list(cal.iterweekdays()), list(cal.itermonthdays(2024, 2))[:8], list(cal.itermonthdays2(2024, 2))[:3], list(cal.itermonthdates(2024, 2))[:2], list(cal.itermonthdays4(2024, 2))[:2])
print(c.day_name[0], list(c.day_abbr), c.month_name[12], list(c.month_abbr)[:3], c.MONDAY, c.JANUARY, repr(c.Month.MAY), repr(c.Day.FRIDAY))
print(c.HTMLCalendar().formatmonth(2024, 2)[:200])
print(c.calendar(2024, m=4)[:300])
for bad in (lambda: c.monthrange(2024, 13), lambda: c.setfirstweekday(7), lambda: c.month(2024, 0)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
c.setfirstweekday(c.SUNDAY); print(c.firstweekday(), c.monthcalendar(2024, 6)[0]); c.setfirstweekday(0)
fridays = [datetime.date(2024, m, 13) for m in range(1, 13) if c.weekday(2024, m, 13) == c.FRIDAY]
print(fridays, max(week[c.FRIDAY] for week in c.monthcalendar(2024, 3)))
