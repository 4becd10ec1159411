from collections import defaultdict
d = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    d[k].append(v)
print(d, dict(d), d["new"], len(d), "zz" in d, d.get("q"))
n = defaultdict(lambda: defaultdict(int))
n["x"]["y"] += 5
print({k: dict(v) for k, v in n.items()})
print(defaultdict(int, a=1) | {"b": 2}, d.default_factory)
plain = defaultdict(None, {"a": 1})
plain["missing"]
