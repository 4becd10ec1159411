import re
print(re.findall(r"(a)|(b)", "abc"), re.findall(r"x*", "axb"), re.split(r"(,)|;", "a,b;c"), re.split(r"x*", "axbc"), re.split(r"\b", "a bc"))
print(re.sub(r"x*", "-", "abxd"), re.sub(r"(?P<n>\d+)", r"<\g<n>>", "a1b22"), re.sub("a", lambda m: m[0].upper(), "banana", count=2), re.subn("a", "", "banana"))
m = re.match(r"(?P<y>\d{4})-(?P<m>\d\d)(-(?P<d>\d\d))?", "2024-05x")
print(m, m.groups(), m.groups("?"), m.groupdict(), m.span("m"), m.start(3), m.lastgroup, m.lastindex, m.regs, m.expand(r"\2/\g<y>"))
print(re.fullmatch(r"\w+", "é_1"), re.fullmatch(r"\w+", "é", re.A), re.search(r"^b", "a\nb", re.M), re.search(r"a.b", "a\nb", re.S))
print(re.findall(r"(?<=a)b|(?<!a)c", "abcac"), re.findall(r"a(?=b)", "abac"), re.findall(r"a(?!b)\w", "abac"), re.findall(r"(?i:A)b", "abAbaB"))
print(re.findall(r"(\w)\1", "aabbcd"), re.findall(r"(?P<q>['\"]).*?(?P=q)", "'a' \"b\" 'c\""), re.match(r"(a)?(?(1)b|c)", "ab"), re.match(r"(a)?(?(1)b|c)", "c"))
print(re.findall(r"a++b|a*+c", "aabaac"), re.match(r"(?>a+)ab", "aaab"), re.findall(r"a{2,3}?", "aaaaa"), re.findall(r"\d{,2}", "12345"))
print(re.escape("a.b*c d-é"), re.escape(b"a.b"), re.findall(rb"\w", b"a\xe9"), re.compile("a", re.I | re.X), re.compile(b"a"))
print(re.compile("(?x) a b # c").pattern, re.compile("(?im)a").flags, re.I | re.M, repr(re.RegexFlag(0)), re.compile(r"(?P<a>x)(?P<b>y)").groupindex)
for bad in ["(", ")", "a**", "[a", "(?P<1>a)", "(?P<a>x)(?P<a>y)", r"\1", "(?P=no)", "a{3,2}", "*a", "(?z)", r"\q", "(?<=a*)b", "[z-a]", "(?(2)a)", "a\\", "(?P<a", "x{1000000000000}", r"[\d-z]", "(?i-i:a)", r"\N{NOPE}"]:
    try:
        print(bad, re.compile(bad))
    except re.error as e:
        print(bad, "->", e, e.pos, e.lineno, e.colno)
for bad in (lambda: re.match("a", b"a"), lambda: re.match(b"a", "a"), lambda: re.sub("a", 5, "a"), lambda: re.sub("(a)", r"\2", "a"), lambda: re.sub("a", r"\g<x>", "a"), lambda: m.group(9), lambda: m["zz"], lambda: re.compile(5)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
p = re.compile(r"\d+")
print(p.search("a12b345", 3), p.match("12", 1), p.findall("1 22 333", 2, 6), [x.span() for x in p.finditer("1 22")], p.scanner("1").match())
print(bool(re.match("", "")), re.match("a", "a") == re.match("a", "a"), hash(re.compile("a")) == hash(re.compile("a")), re.compile("a") == re.compile("a", re.I))
