from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
ny = ZoneInfo("America/New_York")
dt = datetime(2024, 7, 4, 12, 0, tzinfo=ny)
print(dt, dt.tzname(), dt.astimezone(ZoneInfo("Europe/Berlin")), dt.astimezone(ZoneInfo("Asia/Tokyo")), dt.astimezone(ZoneInfo("UTC")))
print(datetime(2024, 1, 4, 12, 0, tzinfo=ny).utcoffset(), datetime(2030, 7, 1, tzinfo=ZoneInfo("Australia/Sydney")).isoformat())
gap = datetime(2024, 3, 10, 1, 30, tzinfo=ny)
print(gap + timedelta(hours=1), (gap.astimezone(ZoneInfo("UTC")) + timedelta(hours=1)).astimezone(ny))
print(datetime(2024, 11, 3, 1, 30, tzinfo=ny).utcoffset(), datetime(2024, 11, 3, 1, 30, fold=1, tzinfo=ny).utcoffset(), repr(ny), ny.key)
for city in ("Asia/Kolkata", "America/Sao_Paulo", "Africa/Cairo", "Asia/Seoul", "Europe/London"):
    print(city, datetime(2024, 6, 1, 12, tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo(city)).strftime("%H:%M %Z %z"))
try:
    ZoneInfo("Mars/Olympus")
except ZoneInfoNotFoundError as e:
    print(type(e).__name__, e)
