log = """2024-01-01 10:00:01 INFO  start user=ann
2024-01-01 10:00:05 ERROR failed code=500 path=/x
2024-01-01 10:01:00 WARN  slow ms=1200
bad line"""
import re
from datetime import datetime
pat = re.compile(r"^(?P<ts>\S+ \S+) (?P<level>[A-Z]+)\s+(?P<msg>.*)$", re.M)
for m in pat.finditer(log):
    d = m.groupdict()
    kv = dict(re.findall(r"(\w+)=(\S+)", d["msg"]))
    print(datetime.fromisoformat(d["ts"]).strftime("%H:%M:%S"), d["level"], kv)
print(pat.sub(lambda m: m["level"].lower(), log).split("\n"))
[l for l in log.splitlines() if not pat.match(l)]
