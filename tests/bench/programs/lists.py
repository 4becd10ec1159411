# Lists: append, index, slice, insert, pop, reverse and membership.
# prints: 60243388 [5, 6, 7, 8, 9] 257 750

values = []
for i in range(60_000):
    values.append(i * 37 % 1_001)
for i in range(len(values)):
    values[i] += i % 5

window = [sum(values[i : i + 8]) for i in range(0, 30_000, 2)]
queue = list(range(400))
for i in range(2_000):
    queue.insert(0, queue.pop())
    queue[i % 400], queue[-1] = queue[-1], queue[i % 400]
found = sum(1 for i in range(1_200) if i in values[:600])
pairs = [a - b for a, b in zip(values, reversed(values))]
print(sum(window), queue[:5], found, max(pairs))
