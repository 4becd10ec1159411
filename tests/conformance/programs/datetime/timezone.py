from datetime import datetime, timezone, timedelta
utc = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
est = timezone(timedelta(hours=-5), "EST")
print(utc, repr(utc), utc.astimezone(est), repr(est), est, timezone(timedelta(hours=5, minutes=30)), timezone.utc)
print(utc.utcoffset(), utc.tzname(), utc.strftime("%z %Z"), utc.astimezone(est).isoformat(), utc.timestamp(), datetime.fromtimestamp(0, timezone.utc))
print(utc == utc.astimezone(est), utc - datetime(2024, 1, 1, tzinfo=est), datetime.fromtimestamp(1700000000.5, tz=est))
print(datetime(2024, 1, 1) == utc, datetime.strptime("2024-01-01 +0130", "%Y-%m-%d %z"))
utc - datetime(2024, 1, 1)
