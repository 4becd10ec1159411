import json, decimal, datetime
loop = []; loop.append(loop)
for f in (lambda: json.dumps({1, 2}), lambda: json.dumps(b"x"), lambda: json.dumps(object), lambda: json.dumps({(1, 2): 3}), lambda: json.dumps(loop), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.dumps(decimal.Decimal(1)), lambda: json.dumps(datetime.date(2024, 1, 1)), lambda: json.dumps({"a": [1, {2}]}), lambda: json.dumps(1j), lambda: json.dumps({"a": 1, 2: 3}, sort_keys=True), lambda: json.dumps({"x": {"y": object}}), lambda: json.dumps(range(3)), lambda: json.dumps(x for x in [])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0], getattr(e, "__notes__", None))
print(json.dumps({"d": datetime.date(2024, 1, 1), "s": {1}}, default=str), json.dumps([decimal.Decimal("1.5")], default=float))
class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex):
            return {"re": o.real, "im": o.imag}
        return super().default(o)
print(json.dumps({"z": 1 + 2j}, cls=Encoder), Encoder(indent=1).encode([1j]), "".join(json.JSONEncoder().iterencode([1, {"a": None}])))
json.dumps({"s": {3}}, cls=Encoder)
