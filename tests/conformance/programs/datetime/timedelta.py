from datetime import timedelta
t = timedelta(days=1, hours=25, minutes=-30, seconds=5, milliseconds=1500)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds())
print(t * 2, t / 2, t // 7, -t, abs(-t), t % timedelta(hours=5), t / timedelta(hours=1), divmod(t, timedelta(days=1)), t * 0.1)
print(timedelta(seconds=-1), repr(timedelta(seconds=-1)), timedelta(0), bool(timedelta(0)), timedelta(days=1) > timedelta(hours=23))
print(sum([timedelta(minutes=5)] * 3, timedelta()), timedelta.max, timedelta.min, timedelta.resolution, str(timedelta(microseconds=5)))
h, rem = divmod(int(t.total_seconds()), 3600)
print(f"{h}:{rem // 60:02}:{rem % 60:02}", hash(timedelta(days=1)) == hash(timedelta(hours=24)))
timedelta(days=10**10)
