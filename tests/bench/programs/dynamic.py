# Dynamic programming and search: edit distance, a knapsack, and shortest paths with a heap.
# prints: 66 2325 299

import heapq


def distance(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y)))
        previous = current
    return previous[-1]


edits = distance("intention of the sandbox" * 6, "execution in a sand box" * 6)
best = [0] * 1_001
for weight, value in ((w * 13 % 57 + 3, w * 29 % 91 + 1) for w in range(60)):
    for capacity in range(1_000, weight - 1, -1):
        best[capacity] = max(best[capacity], best[capacity - weight] + value)

size = 45
costs = {(x, y): (x * 7 + y * 13) % 9 + 1 for x in range(size) for y in range(size)}
reached, heap = {}, [(0, (0, 0))]
while heap:
    cost, (x, y) = heapq.heappop(heap)
    if (x, y) in reached:
        continue
    reached[x, y] = cost
    for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if step in costs and step not in reached:
            heapq.heappush(heap, (cost + costs[step], step))
print(edits, best[1_000], reached[size - 1, size - 1])
