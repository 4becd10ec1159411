import re
m = re.match(r"(?P<first>\w+)\s(?P<last>\w+)(?P<opt>x)?", "Ada Lovelace 1815")
print(m.group(), m.group(0), m.group(1, 2), m.group("last"), m["first"], m[2], m.groups(), m.groups("none"), m.groupdict(), m.groupdict(default=0))
print(m.start(), m.end(), m.span(), m.start(2), m.end("last"), m.span(3), m.string, m.re.pattern, m.pos, m.lastindex, m.lastgroup, m.expand(r"\2, \1"), m.expand(r"\g<last>"))
print(repr(m), bool(m), m.regs)
p = re.compile(r"o")
print(p.search("foo boo", 2), p.search("foo", 0, 1), p.findall("foo boo", 3), p.match("foo", 1), p.fullmatch("o"), [x.start() for x in p.finditer("foo boo")], p.split("foo"), p.sub("0", "foo", 1), p.flags)
for f in (lambda: m.group(9), lambda: m.group("zz"), lambda: m["q"], lambda: m.expand(r"\9"), lambda: re.sub("a", r"\1", "a"), lambda: re.sub("(a)", r"\g<x>", "a"), lambda: re.sub("a", r"\q", "a")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
