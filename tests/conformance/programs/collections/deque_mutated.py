from collections import deque
d = deque(range(5))
for x in d:
    d.append(x)
