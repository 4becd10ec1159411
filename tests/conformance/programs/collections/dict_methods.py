d = {"a": 1, "b": 2}
print(d.get("x", 0), d.setdefault("c", 3), d.pop("a"), d.pop("zz", None), d)
d.update({"b": 20}, e=5)
print(d, list(d.keys()), list(d.values()), list(d.items()), d.popitem())
print(d | {"z": 1}, {**d, "b": 0}, dict(zip("xy", [1, 2])), dict.fromkeys("ab", 0))
print(sorted(d.items(), key=lambda kv: -kv[1]), max(d, key=d.get), "b" in d, len(d))
print({k: v for k, v in d.items() if v > 5}, list(reversed(d)), d.keys() & {"b"}, d.items() - {("b", 20)})
print({1: "a", True: "b", 1.0: "c"}, {"x": {"y": [1]}}["x"]["y"][0])
nested = {}
nested.setdefault("k", []).append(1)
print(nested, d.keys(), d.values(), d.items())
d.pop("nope")
