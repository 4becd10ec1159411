print([1, "a", 2.0, None, True, b"x", (1,), {}, set(), {"k": [1]}, frozenset({1}), range(3), slice(1, 2), ...])
print({"a": {"b": {"c": []}}}, {1: "x", (1, 2): {3}}, ({},), [[]], {None: None})
a = [1]; a.append(a)
d = {}; d["self"] = d
print(a, d)
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("tab\tnl\n\\ \x00 \x7f é 日 \u200b \U0001f600 \ud800".encode("utf-8", "replace").decode()))
print(ascii("é日\U0001f600"), repr(b"a'b\"\x00\xff\n"), bytearray(b"xy"), memoryview(b"a").tobytes())
print(str(type(1)), str(int), repr(len), str(None), str(NotImplemented), str(Ellipsis), repr(print))
print(dict(a=1).keys(), dict(a=1).values(), dict(a=1).items(), iter is iter, enumerate, zip)
