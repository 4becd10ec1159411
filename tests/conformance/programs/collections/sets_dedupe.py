nums = [4, 5, 6, 4, 2, 2, 9, 6, 25, 11, 36, 3]
print(set(nums), len(set(nums)), list(set(nums)), sorted(set(nums)))
print([x for x in set(nums) if x % 2], {x * x for x in nums}, {x % 4 for x in nums})
print({n: n * n for n in {3, 1, 2}}, list(dict.fromkeys(nums)))
seen = set()
dups = {x for x in nums if x in seen or seen.add(x)}
print(dups)
