import random
random.seed(42)
print(random.random(), random.randint(1, 100), random.uniform(1, 2), random.randrange(0, 100, 5), random.getrandbits(40))
print(random.choice("abcdef"), random.choices([1, 2, 3], weights=[5, 1, 1], k=6), random.sample(range(100), 5), random.sample(["a", "b", "c"], 2, counts=[2, 1, 3]))
l = list(range(10)); random.shuffle(l); print(l, random.randbytes(4))
random.seed("text"); print(random.random()); random.seed(3.5); print(random.random()); random.seed(b"x"); print(random.random()); random.seed(-7); print(random.randint(0, 9))
