import re
s = "The year 1999 and 2024, phone 555-1234, e-mail joe@x.org"
print(re.search(r"\d+", s), re.match(r"The (\w+)", s).group(1), re.match(r"x", s), re.fullmatch(r"\d{4}", "2024"), re.findall(r"\d{4}", s), re.findall(r"(\w)(\d)", "a1b2"), re.findall(r"(x)|y", "xy"))
print([m.span() for m in re.finditer(r"[aeiou]", "education")], re.split(r"[,\s]+", "a, b  c,d"), re.split(r"(-)", "1-2-3"), re.split(r"\d", "a1b2c", maxsplit=1), re.split("x*", "axbc"))
print(re.sub(r"\d", "#", "a1b22"), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub(r"(?P<n>\d+)", r"<\g<n>>", "x12"), re.sub("a", lambda m: m.group().upper() + str(m.start()), "banana"), re.subn("a", "o", "banana", count=2), re.sub("", "-", "abc"), re.sub("x*", "-", "abxd"))
print(re.escape("a.b*c[d] e-f"), re.compile(r"\w+", re.I | re.M), re.compile("a").pattern, re.compile("(a)(?P<x>b)").groups, re.compile("(a)(?P<x>b)").groupindex, re.I, re.purge())
print(re.sub(r"\s+", " ", "  a \n b\t").strip(), re.findall(r"\b\w", "hi the re"), re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"), re.findall(r"(?i)ab", "aBAB"), re.findall(r"^\w", "a\nb", re.M), re.findall(r"a.b", "a\nb", re.S))
re.search(r"(\d+)-(\d+)", s)
