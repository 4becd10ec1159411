import json
from collections import defaultdict
data = json.loads('[{"dept":"IT","name":"Ann","pay":5200.5},{"dept":"HR","name":"Bob","pay":4100},{"dept":"IT","name":"Cy","pay":6100}]')
by = defaultdict(list)
for r in data:
    by[r["dept"]].append(r["pay"])
report = {d: {"n": len(p), "total": sum(p), "avg": round(sum(p) / len(p), 2)} for d, p in sorted(by.items())}
print(json.dumps(report, indent=2), json.dumps(report, sort_keys=True, separators=(",", ":")))
top = max(data, key=lambda r: r["pay"])
print(f"Top earner: {top['name']} ({top['pay']:,.2f})")
print(data[0]["salary"])
