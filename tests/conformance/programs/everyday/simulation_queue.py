import random, heapq, statistics
random.seed(2024)
def simulate(n, arrive, serve):
    t, free, waits = 0.0, 0.0, []
    for _ in range(n):
        t += random.expovariate(arrive)
        start = max(t, free)
        waits.append(start - t)
        free = start + random.uniform(*serve)
    return waits
w = simulate(500, 0.5, (1, 2.5))
print(round(statistics.mean(w), 6), round(max(w), 6), sum(x > 0 for x in w), round(statistics.median(w), 6))
events = [(random.random(), i) for i in range(5)]
heapq.heapify(events)
while events:
    t, i = heapq.heappop(events)
    print(f"{t:.4f} event {i}")
print(random.choices("HT", k=20), [random.gauss(100, 15).__round__(3) for _ in range(5)])
