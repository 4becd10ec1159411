# Random numbers: a Monte Carlo estimate, dice, a shuffled deck and a random walk, all seeded.
# prints: 31310 1368 155 26 110 9.997670

import random

chance = random.Random(42)
inside = sum(1 for _ in range(40_000) if chance.random() ** 2 + chance.random() ** 2 <= 1)
rolls = [chance.randint(1, 6) + chance.randint(1, 6) for _ in range(8_000)]
deck = list(range(52))
same = 0
for _ in range(150):
    chance.shuffle(deck)
    same += sum(1 for i, card in enumerate(deck) if i == card)
position = farthest = 0
for _ in range(15_000):
    position += chance.choice((-1, 1))
    farthest = max(farthest, abs(position))
normal = sum(chance.gauss(10, 2) for _ in range(5_000)) / 5_000
print(inside, rolls.count(7), same, position, farthest, f"{normal:.6f}")
