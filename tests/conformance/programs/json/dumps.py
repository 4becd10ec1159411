import json
data = {"name": "Ann", "age": 5, "pi": 3.14, "ok": True, "none": None, "list": [1, [2, []], {}], "nested": {"é": "日本 \u2028 \"q\" \\ / \n\t\x01"}, 1: "int", 1.5: "float", True: "bool", None: "null"}
print(json.dumps(data))
print(json.dumps(data, ensure_ascii=False))
print(json.dumps(data, indent=2))
print(json.dumps({"b": 1, "a": [1, 2]}, sort_keys=True, separators=(",", ":")), json.dumps([1, 2], indent="\t"), json.dumps({}, indent=4), json.dumps([], indent=4), json.dumps([[]], indent=1), json.dumps("x"), json.dumps(None))
print(json.dumps([float("nan"), float("inf"), -float("inf"), 1e100, 1e-7, 1.0, 10 ** 20, -0.0]), json.dumps((1, (2,))), json.dumps({"a": {"b": (1, 2)}}, indent=None))
print(json.dumps("\ud83d\ude00 \U0001f600 \x7f"), json.dumps({"k": 1}, skipkeys=True), json.dumps({(1, 2): 1, "a": 2}, skipkeys=True))
