from itertools import count, cycle, repeat, islice
print(list(islice(count(10, 3), 4)), list(islice(cycle("ab"), 5)), list(repeat(7, 3)))
print(list(islice(count(0.5, 0.25), 3)), count(5), count(1, 2), repeat("x", 2), repeat(1))
print(next(zip(count(), "abc")), list(zip(count(1), "abc")))
c = count(10**20)
print(next(c), next(c))
list(islice(count(), -1))
