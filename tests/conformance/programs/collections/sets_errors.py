s = {1, 2}
for code in ("s.remove(9)", "{[1]}", "s.add({})", "s + s", "s[0]", "s < [1]", "set(5)", "hash(s)", "frozenset([1]).add(2)"):
    try:
        eval(code)
    except Exception as e:
        print(code, "->", type(e).__name__, e)
for x in s:
    s.add(x + 10)
