l = [3, 1, 4, 1, 5]
l.append(9); l.extend([2, 6]); l.insert(0, 0); l.remove(1); print(l, l.pop(), l.pop(0), l.index(4), l.count(1))
l.sort(); print(l); l.sort(reverse=True); print(l); l.reverse(); print(l, l.copy() is l)
l[1:3] = [10, 20, 30]; print(l, l * 2, [0] * 3 + [1], 10 in l, sorted(l, key=lambda x: -x))
del l[::2]; print(l)
print([1, 2] < [1, 3], [1] == [1.0], [[0] * 2 for _ in range(2)], list(zip([1, 2], "ab")), list(enumerate("ab", 1)))
m = [[]] * 2
m[0].append(1)
print(m, sum([[1], [2]], []), [*range(3)], list(map(str, l)))
for code in ("[].pop()", "[1].remove(2)", "[1].index(5)", "[1][3]", "[1]['a']", "[1] + (2,)", "[3, 'a'].sort()", "l.insert()", "[1, 2][1.0]"):
    try:
        eval(code)
    except Exception as e:
        print(code, "->", type(e).__name__, e)
