vals = [0, 0.0, "", [], {}, (), None, set(), range(0), 0j, b"", "0", [0], -1, float("nan")]
print([bool(v) for v in vals])
print(0 or "default", "" and 1, not [], None or 0 or [], 1 and 2 and 3)
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1.0 == True, "a" < "b" <= "b")
print(True + True, isinstance(True, int), sum([True, False, True]))
