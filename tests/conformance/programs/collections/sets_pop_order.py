s = {30, 10, 20, 40, 7}
out = []
while s:
    out.append(s.pop())
print(out)
s.pop()
