from datetime import time, timezone, timedelta
t = time(14, 5, 9, 500)
print(t, repr(t), t.hour, t.isoformat("seconds"), t.strftime("%I:%M:%S %p"), t.replace(minute=0), time.fromisoformat("04:23:01"), time.min, time.max)
print(t < time(15), time(1, tzinfo=timezone.utc), bool(time(0)), time(23, 59, 59, 999999))
time("x")
