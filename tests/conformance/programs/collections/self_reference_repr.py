l = [1]
l.append(l)
d = {"k": l}
d["self"] = d
print(l, d)
s = [[]]
s[0].append(s)
s
