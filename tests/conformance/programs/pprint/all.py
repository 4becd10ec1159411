from pprint import pprint, pformat, pp, saferepr, isreadable
data = {"name": "Widget", "tags": ["a" * 20, "b" * 20, "c" * 20], "nested": {"x": list(range(30)), "y": (1, 2), "z": {3, 1, 2}}, 5: None}
pprint({k: v for k, v in data.items() if isinstance(k, str)})
pprint([list("abc")] * 3, width=20)
print(pformat({"b": 1, "a": 2}), pformat({"b": 1, "a": 2}, sort_dicts=False), pformat([1, [2, [3, [4]]]], depth=2), saferepr({"a": 1}))
pp({"z": 1, "a": [1.5] * 25}, compact=True, width=40, indent=2)
pprint("a long string " * 10, width=40)
l = [1]; l.append(l); print(isreadable(l), isreadable([1]))
pprint({1: "x", "k": 2, 3.5: [b"bytes" * 20]}, width=30, underscore_numbers=True)
