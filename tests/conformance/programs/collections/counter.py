from collections import Counter
c = Counter("mississippi")
print(c, c.most_common(2), c["z"], sum(c.values()), c.total())
c.update("miss")
c.subtract(Counter(s=3))
print(c, +c, -c)
print(Counter(a=3, b=1) + Counter(a=1, c=2), Counter(a=3, b=1) - Counter(a=1, b=2),
      Counter(a=3, b=1) & Counter(a=1, b=2), Counter(a=3, b=1) | Counter(a=1, b=2))
print(sorted(c.elements()), Counter([1, 1, 2]) == Counter([2, 1, 1]), Counter(a=1) <= Counter(a=2))
print(dict(Counter("banana")), list(Counter("abca").items()))
Counter({"x": 1, "y": 5}).most_common()
