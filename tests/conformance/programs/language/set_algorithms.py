def divisors(n):
    return {d for d in range(1, n + 1) if n % d == 0}
print(divisors(28), divisors(36) & divisors(48))
graph = {1: {2, 3}, 2: {1, 4}, 3: {1, 4}, 4: {2, 3, 5}, 5: {4}}
def bfs(start):
    seen, queue = {start}, [start]
    while queue:
        node = queue.pop(0)
        for n in graph[node]:
            if n not in seen:
                seen.add(n)
                queue.append(n)
        print(node, queue)
    return seen
print(bfs(1))
def dfs(node, seen=None):
    seen = seen if seen is not None else set()
    seen.add(node)
    for n in graph[node] - seen:
        if n not in seen:
            dfs(n, seen)
    return seen
print(dfs(5))
unvisited = set(graph)
while unvisited:
    print(unvisited.pop(), unvisited)
