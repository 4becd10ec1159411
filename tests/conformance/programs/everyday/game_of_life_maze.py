grid = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
def step(live):
    n = {}
    for x, y in live:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy: n[x + dx, y + dy] = n.get((x + dx, y + dy), 0) + 1
    return {c for c, k in n.items() if k == 3 or k == 2 and c in live}
for g in range(3):
    print(*("".join("#" if (x, y) in grid else "." for x in range(5)) for y in range(5)), sep="\n")
    print()
    grid = step(grid)
print(sorted(grid), grid)
maze = ["S.#.", "..#.", "#..E", "...#"]
from collections import deque
start = next((r, c) for r, row in enumerate(maze) for c, ch in enumerate(row) if ch == "S")
q, dist = deque([start]), {start: 0}
while q:
    r, c = q.popleft()
    for a, b in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
        if 0 <= a < 4 and 0 <= b < 4 and maze[a][b] != "#" and (a, b) not in dist:
            dist[a, b] = dist[r, c] + 1; q.append((a, b))
print({v: k for k, v in dist.items()}, max(dist.values()))
