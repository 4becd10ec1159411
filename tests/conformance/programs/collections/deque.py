from collections import deque
d = deque([1, 2, 3], maxlen=3)
d.append(4); d.appendleft(0)
print(d, d.maxlen, len(d), d[0], d[-1])
q = deque("abcde")
q.rotate(2); print(q)
q.rotate(-3); print(q)
q.extend("xy"); q.extendleft("12"); print(q, q.count("a"), q.index("c"))
q.insert(1, "I"); q.remove("x"); q.reverse(); print(list(q), q.pop(), q.popleft())
print(deque([1]) + deque([2]), deque([1, 2]) * 2, deque([1]) < deque([2]), q.copy() == q, 3 in d)
try:
    d.insert(0, 9)
except IndexError as e:
    print(e)
q.clear()
q.pop()
