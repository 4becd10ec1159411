from collections import defaultdict
words = ["listen", "silent", "enlist", "google", "elgoog", "abc", "cab", "level", "Radar"]
groups = defaultdict(list)
for w in words:
    groups["".join(sorted(w))].append(w)
print([g for g in groups.values() if len(g) > 1])
print([w for w in words if w.lower() == w.lower()[::-1]])
def is_perm_palindrome(s):
    s = [c for c in s.lower() if c.isalpha()]
    return sum(s.count(c) % 2 for c in set(s)) <= 1
print(is_perm_palindrome("Tact Coa"), is_perm_palindrome("abc"))
def longest_pal(s):
    best = ""
    for i in range(len(s)):
        for a, b in ((i, i), (i, i + 1)):
            while a >= 0 and b < len(s) and s[a] == s[b]:
                a -= 1; b += 1
            best = max(best, s[a + 1:b], key=len)
    return best
print(longest_pal("forgeeksskeegfor"), longest_pal("babad"))
