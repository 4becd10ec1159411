from collections import deque, defaultdict
edges = [("A", "B", 4), ("A", "C", 2), ("B", "C", 5), ("B", "D", 10), ("C", "E", 3), ("E", "D", 4), ("D", "F", 11)]
adj = defaultdict(list)
for u, v, w in edges:
    adj[u].append((v, w)); adj[v].append((u, w))
def bfs(s, t):
    prev, q = {s: None}, deque([s])
    while q:
        u = q.popleft()
        if u == t: break
        for v, _ in adj[u]:
            if v not in prev: prev[v] = u; q.append(v)
    path = []
    while t: path.append(t); t = prev[t]
    return path[::-1]
print(bfs("A", "F"))
parent = {n: n for n in adj}
def find(x):
    while parent[x] != x: parent[x] = parent[parent[x]]; x = parent[x]
    return x
mst = []
for u, v, w in sorted(edges, key=lambda e: e[2]):
    if find(u) != find(v): parent[find(u)] = find(v); mst.append((u, v, w))
print(mst, sum(w for *_, w in mst))
deps = {"app": ["db", "log"], "db": ["cfg"], "log": ["cfg"], "cfg": []}
from graphlib import TopologicalSorter, CycleError
print(list(TopologicalSorter(deps).static_order()))
try:
    list(TopologicalSorter({"a": ["b"], "b": ["a"]}).static_order())
except CycleError as e:
    print(e.args[0], e.args[1])
inf = float("inf")
d = {(u, v): inf for u in adj for v in adj} | {(u, u): 0 for u in adj}
for u, v, w in edges: d[u, v] = d[v, u] = w
for k in adj:
    for i in adj:
        for j in adj: d[i, j] = min(d[i, j], d[i, k] + d[k, j])
{k: v for k, v in d.items() if k[0] == "A"}
