import bisect
l = [1, 3, 3, 5, 7]
print(bisect.bisect(l, 3), bisect.bisect_left(l, 3), bisect.bisect_right(l, 3), bisect.bisect_left(l, 4), bisect.bisect(l, 9), bisect.bisect_left(l, 0))
bisect.insort(l, 4); bisect.insort_left(l, 3); bisect.insort_right(l, 5.0); print(l)
def grade(s): return "FDCBA"[bisect.bisect([60, 70, 80, 90], s)]
print([grade(s) for s in (33, 99, 77, 70, 89, 90, 100)])
people = [("a", 10), ("b", 20)]
print(bisect.bisect(people, 15, key=lambda p: p[1]), bisect.bisect_left([1, 2, 3, 4], 3, 0, 2))
bisect.insort(people, ("c", 15), key=lambda p: p[1]); print(people)
bisect.bisect_left(l, 1, -1)
