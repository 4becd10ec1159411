def lev(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]
print(lev("kitten", "sitting"), lev("", "abc"), lev("flaw", "lawn"))
def lcs(a, b):
    t = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            t[i + 1][j + 1] = t[i][j] + x if x == y else max(t[i][j + 1], t[i + 1][j], key=len)
    return t[-1][-1]
print(lcs("AGGTAB", "GXTXAYB"))
import difflib
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.SequenceMatcher(None, "abcd", "bcde").ratio())
print("\n".join(difflib.unified_diff("a\nb\nc".split(), "a\nx\nc".split(), lineterm="")))
print(list(difflib.ndiff(["one", "two"], ["one", "too"])))
