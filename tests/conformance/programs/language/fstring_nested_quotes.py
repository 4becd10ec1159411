d = {"key": "value", "n": {"x": 1}}
print(f"{d["key"]} and {d['n']["x"]}")
print(f"{", ".join(["a", "b"])}")
print(f"{'\n'.join(['x', 'y'])}")
names = ["Ann", "Bob"]
print(f"{f"{f"{names[0]}"}"}")
print(f"{d!r:>50}")
print(f"{(lambda x: x * 2)(4)}")
print(f"{
    1 + 2  # a comment
}")
