import re
emails = ["joe@example.com", "bad@", "a.b+c@d-e.co.uk", "no at.com", "x@y.z", "@home.org"]
pattern = re.compile(r"^[\w.+-]+@[\w-]+\.[\w.-]+$")
for e in emails:
    print(f"{e:<20} {'valid' if pattern.match(e) else 'invalid'}")
log = """2024-01-05 12:00:01 ERROR db: timeout after 30s
2024-01-05 12:00:02 INFO web: GET /index 200
2024-01-06 08:15:59 WARN db: slow query 1500ms"""
for m in re.finditer(r"^(?P<date>\S+) (?P<time>\S+) (?P<level>[A-Z]+) (?P<mod>\w+): (?P<msg>.*)$", log, re.M):
    print(m.groupdict())
from collections import Counter
print(Counter(re.findall(r"\b(ERROR|INFO|WARN)\b", log)), [int(n) for n in re.findall(r"(\d+)(?:ms|s)\b", log)])
print(re.sub(r"(\d{4})-(\d\d)-(\d\d)", r"\3.\2.\1", log).splitlines()[0], re.findall(r"(\d+)\s*(kg|g)", "5 kg, 300g"), re.sub(r"<[^>]+>", "", "<p>Hi <b>you</b></p>"))
bool(re.fullmatch(r"\(?\d{3}\)?[- ]?\d{3}-\d{4}", "(555) 123-4567"))
