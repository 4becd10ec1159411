d = {"a": 1, 2: "two"}
for k in ("b", 3, (1, 2), None, 1.5):
    try:
        d[k]
    except KeyError as e:
        print(e, e.args, repr(e), str(e))
try:
    d.pop("zz")
except KeyError as e:
    print("pop", e)
try:
    {}.popitem()
except KeyError as e:
    print("popitem", e)
try:
    set().pop()
except KeyError as e:
    print(e)
try:
    {1}.remove(5)
except KeyError as e:
    print(e)
try:
    del d["q"]
except KeyError as e:
    print("del", e)
d["missing key"]
