import calendar
print(calendar.calendar(2025, w=2, l=1, c=4, m=3))
