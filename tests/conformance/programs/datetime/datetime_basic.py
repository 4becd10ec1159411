from datetime import datetime, timedelta, date, time
dt = datetime(2024, 7, 4, 15, 30, 45, 123456)
print(dt, repr(dt), dt.date(), dt.time(), dt.isoformat(), dt.isoformat(" ", "minutes"), dt.isoformat(timespec="milliseconds"))
print(dt + timedelta(hours=10, minutes=45), dt - datetime(2024, 1, 1), datetime.combine(date(2024, 1, 2), time(3, 4)))
print(dt.strftime("%Y-%m-%d %H:%M:%S.%f %I:%M %p %c | %x | %X"), dt.replace(hour=0, microsecond=0), dt.timetuple())
print(datetime.strptime("2024-03-15 08:05", "%Y-%m-%d %H:%M"), datetime.strptime("Mar 5, 2023 9PM", "%b %d, %Y %I%p"))
print(datetime.fromisoformat("2024-01-01T12:30:00.5"), datetime.fromisoformat("20240101"), datetime.fromisoformat("2024-01-01T12:30:00+02:00"))
print(datetime(2024, 1, 1) < dt, dt.weekday(), dt.toordinal(), dt.microsecond, datetime.min, datetime.max)
for bad in ("datetime.strptime('2024', '%Y-%m')", "datetime.strptime('x', '%Y')", "datetime.strptime('2024-01-01 x', '%Y-%m-%d')", "datetime.fromisoformat('nope')", "datetime.strptime('1', '%Q')", "dt - date(2024, 1, 1)", "dt > date(2024, 1, 1)", "datetime(2024, 1)", "datetime.max + timedelta(1)"):
    try:
        print(eval(bad))
    except Exception as e:
        print(bad, "->", type(e).__name__, e)
dt
