import json, io
data = {"users": [{"id": i, "name": f"user{i}", "scores": [i * 1.5, i ** 2], "active": i % 2 == 0} for i in range(3)], "meta": {"count": 3, "next": None}}
text = json.dumps(data)
print(json.loads(text) == data, len(text))
buf = io.StringIO()
json.dump(data, buf, indent=1)
buf.seek(0)
print(json.load(buf) == data, buf.getvalue().count("\n"))
print(json.loads(json.dumps({1: 2, None: 3, True: 4, 1.5: 5})), json.loads(json.dumps((1, 2))))
for u in data["users"]:
    print(f"{u['name']}: {sum(u['scores']):.1f} {'yes' if u['active'] else 'no'}")
print([u["id"] for u in data["users"] if u["active"]], {u["name"]: max(u["scores"]) for u in data["users"]})
d = json.JSONDecoder()
print(d.raw_decode('{"a": 1} tail'), d.decode("[1]"))
json.loads(text)["users"][1]
