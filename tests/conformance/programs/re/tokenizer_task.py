import re
spec = [("NUMBER", r"\d+(\.\d*)?"), ("ASSIGN", r":="), ("END", r";"), ("ID", r"[A-Za-z]+"), ("OP", r"[+\-*/()]"), ("NEWLINE", r"\n"), ("SKIP", r"[ \t]+"), ("BAD", r".")]
regex = "|".join(f"(?P<{n}>{p})" for n, p in spec)
line, start = 1, 0
for m in re.finditer(regex, "total := price * (2 + 3.5);\nx := total / 7 ?"):
    kind, value = m.lastgroup, m.group()
    if kind == "NEWLINE":
        line += 1; start = m.end()
    elif kind != "SKIP":
        print(kind, repr(value), line, m.start() - start)
