import re
print(re.findall(r"(?:ab)+", "ababab ab"), re.findall(r"a+?", "aaa"), re.findall(r"<.*?>", "<a><b>"), re.findall(r"(\w)\1", "aabbc"), re.findall(r"(?P<q>['\"]).*?(?P=q)", "'a' \"b\""), re.search(r"(?<!\d)\d{2}(?!\d)", "123 45").group())
print(re.findall(r"[^\W\d_]+", "abc_1é日"), re.findall(r"\w+", "naïve café", re.A), re.findall(r"\d", "1٣"), re.findall(r"[\u4e00-\u9fff]", "a日本"), re.findall(r"\S+@\S+", "x a@b.c y"), re.findall(r"(?s).", "\n"), re.findall(r"\Aa|b\Z", "a b"))
print(re.match(r"^(a)?(?(1)b|c)$", "ab"), re.match(r"^(a)?(?(1)b|c)$", "c"), re.findall(r"\bcat\b", "cat concat cat."), re.findall(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?", "1 -2.5 3e10 .5 x"), re.findall(r"(a|b|)", "abc"), re.findall(r"a{2,3}", "aaaaa"), re.findall(r"[]a]", "]a"), re.findall(r"[\-a]", "-a"))
pattern = re.compile(r"""
    (?P<year>\d{4})   # year
    -(?P<month>\d\d)  # month
    -(?P<day>\d\d)
""", re.VERBOSE)
print(pattern.search("on 2024-02-29.").groupdict(), pattern.sub(r"\g<day>/\g<month>/\g<year>", "2024-02-29"), re.findall(r"a++b", "aab"), re.findall(r"(?>a+)b", "aab"), re.search(r"(?P<a>.)(?P<b>.)", "xy").groupdict())
print(re.sub(r"(?m)^", "> ", "a\nb"), re.sub(r"([A-Z])", r"_\1", "camelCaseName").lower(), re.sub(r"_(\w)", lambda m: m[1].upper(), "snake_case_name"), re.sub(r"(.)\1+", r"\1", "aabbbc"), re.split(r"(?<=[.!?])\s", "Hi. How? Ok!"), re.split(r"\W+", "a, b; c"))
print(re.search("ß", "STRASSE", re.I), re.search("É", "é", re.I), re.findall("i", "Iİı", re.I), re.findall(r"(?a:\w)+", "aé"), re.match(b"a.", b"ab").group(), re.sub(b"a", b"b", b"aa"), re.findall(r"(?i)straße", "STRAßE"))
try:
    re.search("a", b"a")
except TypeError as e:
    print(e)
try:
    re.search(5, "a")
except TypeError as e:
    print(e)
try:
    re.sub("a", "b")
except TypeError as e:
    print(e)
try:
    re.search("a", None)
except TypeError as e:
    print(e)
