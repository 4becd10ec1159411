import heapq
graph = {"A": {"B": 7, "C": 3}, "B": {"D": 2}, "C": {"B": 1, "D": 8}, "D": {}}
def dijkstra(src):
    dist, prev, pq = {src: 0}, {}, [(0, src)]
    while pq:
        d, u = heapq.heappop(pq)
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            nd = d + w
            if nd < dist.get(v, float("inf")):
                dist[v], prev[v] = nd, u
                heapq.heappush(pq, (nd, v))
    return dist, prev
print(*dijkstra("A"), sep="\n")
heapq.heappush([(1, {})], (1, {}))
