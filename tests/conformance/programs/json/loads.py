import json
print(json.loads('{"a": [1, 2.5, -3e2, true, false, null], "b": {"c": "\\u00e9\\n\\"\\/\\ud83d\\ude00"}}'))
print(json.loads("[NaN, Infinity, -Infinity, 1E400, -0, 0.0, 12345678901234567890]"), json.loads(' "x" '), json.loads(b"[1]"), json.loads(bytearray(b"2")), json.loads("1"), json.loads("null"))
print(json.loads('{"a": 1, "a": 2}'), json.loads('{"a": 1.10}', parse_float=str), json.loads("[1]", parse_int=float), json.loads('{"x": {"y": 1}}', object_hook=lambda d: sorted(d)), json.loads('{"b": 1, "a": 2}', object_pairs_hook=list), json.loads("[NaN]", parse_constant=lambda c: c))
for bad in ["", "{", "[1, 2", "{'a': 1}", '{"a" 1}', '{"a": }', "[1,]", '{"a": 1,}', "nul", "tru", "[1 2]", '"abc', '"a\nb"', '"\\x"', "01", "1.", "-", "{} []", "[1] x", '{"a": 1 "b": 2}', "\ufeff[1]", "True", "None", "{1: 2}", "[", '{"a"', '"\\u12"', "undefined", '[1, 2, , 3]', "// c\n1"]:
    try:
        print(bad, json.loads(bad))
    except json.JSONDecodeError as e:
        print(repr(bad), "->", e, "|", e.msg, e.pos, e.lineno, e.colno)
for bad in [None, 5, ["a"]]:
    try:
        json.loads(bad)
    except TypeError as e:
        print(e)
