import re
data = [3, 8, 1, 9]
if (n := len(data)) > 3:
    print(f"{n} items")
print([y for x in data if (y := x * 2) > 5], y)
while (line := data.pop()) != 3:
    print(line)
if m := re.match(r"(\w+)@(\w+)", "joe@home"):
    print(m.groups())
print((a := 1) + (b := a + 1), a, b)
total = 0
print([total := total + v for v in range(5)], total)
