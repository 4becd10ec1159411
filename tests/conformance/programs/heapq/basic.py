import heapq
h = []
for x in [5, 1, 8, 3, 2]:
    heapq.heappush(h, x)
print(h, h[0], [heapq.heappop(h) for _ in range(len(h))])
l = [9, 4, 7, 1, 3]
heapq.heapify(l)
print(l, heapq.heappushpop(l, 0), heapq.heapreplace(l, 10), l)
print(heapq.nlargest(2, [5, 1, 9, 7]), heapq.nsmallest(3, [5, 1, 9, 7]), heapq.nlargest(2, ["aa", "b", "cccc"], key=len))
print(list(heapq.merge([1, 4, 7], [2, 5], [3])), list(heapq.merge(["b", "aa"], ["c"], key=len)), list(heapq.merge([3, 1], [2], reverse=True)))
heapq.heappop([])
