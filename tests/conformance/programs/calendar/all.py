import calendar
print(calendar.month(2024, 2))
print(calendar.isleap(1900), calendar.leapdays(2000, 2025), calendar.monthrange(2023, 2), calendar.weekday(2024, 7, 4))
print(calendar.monthcalendar(2024, 9), calendar.month_name[3], calendar.day_abbr[6], list(calendar.month_abbr), calendar.MONDAY, calendar.JANUARY)
print(calendar.TextCalendar(calendar.SUNDAY).formatmonth(2023, 10, w=3))
print(calendar.timegm((2024, 1, 1, 0, 0, 0)), list(calendar.Calendar().itermonthdays(2024, 2))[:5], calendar.firstweekday())
print([d.isoformat() for d in calendar.Calendar(6).itermonthdates(2024, 2)][:3], calendar.Calendar().monthdayscalendar(2024, 2)[0])
print(calendar.HTMLCalendar().formatmonth(2024, 2)[:120])
calendar.monthrange(2024, 13)
