import random
random.seed(123)
n = 5000
inside = sum(random.random() ** 2 + random.random() ** 2 <= 1 for _ in range(n))
print(4 * inside / n)
def walk(steps):
    x = y = 0
    for _ in range(steps):
        dx, dy = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x += dx; y += dy
    return x, y
print([walk(50) for _ in range(3)])
rolls = [random.randint(1, 6) + random.randint(1, 6) for _ in range(1000)]
print({k: rolls.count(k) for k in sorted(set(rolls))})
deck = [r + s for s in "♠♥♦♣" for r in "A23456789TJQK"]
random.shuffle(deck)
deck[:5]
