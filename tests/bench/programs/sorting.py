# Sorting: numbers, strings and records, with and without a key, and a hand-written sort.
# prints: 31950 2147465837 name1036 (0, 0, 503825000) 49

state = 12345
numbers = []
for _ in range(20_000):
    state = (state * 1103515245 + 12345) % 2147483648
    numbers.append(state)
ordered = sorted(numbers)
names = sorted(f"name{n % 9973}" for n in numbers)
records = [(n % 50, -(n % 700), n) for n in numbers]
records.sort()
records.sort(key=lambda record: (record[1], record[0]), reverse=True)


def quick(items):
    if len(items) < 2:
        return items
    pivot = items[len(items) // 2]
    below = [item for item in items if item < pivot]
    above = [item for item in items if item > pivot]
    return quick(below) + [item for item in items if item == pivot] + quick(above)


assert quick(numbers[:4_000]) == sorted(numbers[:4_000])
print(ordered[0], ordered[-1], names[100], records[5], records[-5][0])
