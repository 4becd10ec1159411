# Regular expressions: search, find all, substitute and split in a log of made-up lines.
# prints: 3300 408136 178206 23100 ['mail0', 'mail1', 'mail2', 'mail3', 'mail4'] 3300

import re

lines = []
for i in range(3_300):
    user = f"user{i % 37}@mail{i % 5}.example"
    level = "WARN" if i % 4 else "ERROR"
    date = f"2024-0{i % 9 + 1}-{i % 28 + 1:02d} 12:{i % 60:02d}"
    lines.append(f"{date} [{level}] {user} took {i * 3 % 991} ms")
log = "\n".join(lines)

pattern = re.compile(r"^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d) \[(\w+)\] (\S+@\S+) took (\d+) ms$", re.M)
rows = pattern.findall(log)
slow = sum(int(row[6]) for row in rows if row[4] == "ERROR")
hidden = re.sub(r"user(\d+)@", lambda match: f"u{int(match[1]) * 2}@", log)
parts = re.split(r"[\s\[\]]+", log)
domains = {match.group(1) for match in re.finditer(r"@(mail\d)\.example", log)}
long = [word for word in parts if re.fullmatch(r"[a-z]+\d*@\w+\.(?:example|test)", word)]
print(len(rows), slow, len(hidden), len(parts), sorted(domains), len(long))
