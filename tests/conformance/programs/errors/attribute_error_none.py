import re
m = re.match("x", "y")
print(m.group(0))
