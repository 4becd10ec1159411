graph = {1: {2, 3}, 2: {4}, 3: {4, 5}, 4: {6}, 5: {6}, 6: set()}
def bfs(start):
    seen, queue, order = {start}, [start], []
    while queue:
        n = queue.pop(0)
        order.append(n)
        for m in graph[n] - seen:
            seen.add(m)
            queue.append(m)
    return order
print(bfs(1))
reach = {n: set() for n in graph}
for n in graph:
    stack = [n]
    while stack:
        for m in graph[stack.pop()]:
            if m not in reach[n]:
                reach[n].add(m); stack.append(m)
print(reach)
