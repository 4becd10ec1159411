import re
for p in ["(", ")", "[", "[z-a]", "*", "a**", "a{2,1}", "(?P<n>a)(?P<n>b)", "(?P<1>a)", "(?P=x)", r"\2", "(?<=a*)b", "(?x", "(?z)", "\\", "a{1}{2}", "(?P<a", "[a", "(?(1)a|b|c)", "+", "?", "(?", "x(?i)y", r"\q", "[\\d-z]", "(?#", "(?P>a)", "(?<n>a)", "a++b", "(?>a)", "[[a]", r"\N{x}", "{", "a{", "(?i:a)(?-i:b)", "(?P<é>a)"]:
    try:
        re.compile(p)
        print(p, "ok")
    except re.error as e:
        print(repr(p), "->", e, "|", e.msg, e.pos)
re.compile("(unclosed")
