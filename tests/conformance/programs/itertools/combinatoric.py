from itertools import permutations, combinations, combinations_with_replacement, product
print(list(permutations([1, 2, 3], 2)), len(list(permutations(range(5)))))
print(list(combinations("ABCD", 2)), list(combinations_with_replacement("AB", 2)))
print(list(product("ab", [1, 2])), list(product([0, 1], repeat=3)), list(product()), list(combinations([1], 2)))
print(["".join(p) for p in permutations("abc")])
permutations("abc", -1)
