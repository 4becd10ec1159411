seqs = [[1, 2], (1, 2), "ab", b"ab", range(2), memoryview(b"ab")]
for s in seqs:
    try:
        s[5]
    except IndexError as e:
        print(type(s).__name__, "|", e)
for f in (lambda: [].pop(), lambda: [1].pop(3), lambda: [1].insert(), lambda: [1].index(2), lambda: (1,).index(2),
          lambda: "a".index("b"), lambda: b"a".index(b"b"), lambda: [1].remove(9), lambda: range(3).index(7)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, "|", e)
xs = [1, 2, 3]
try:
    xs[9] = 1
except IndexError as e:
    print(e)
try:
    del xs[9]
except IndexError as e:
    print(e)
xs[3]
