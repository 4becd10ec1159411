# Strings: split, join, replace, find, format, and building text piece by piece.
# prints: 129429 5100 799 900 900 30199

text = "the quick brown fox jumps over the lazy dog while the band plays on " * 300
words = text.split()
counts = {}
for word in words:
    word = word.strip(".,").title()
    counts[word] = counts.get(word, 0) + 1
lines = []
for i, word in enumerate(words):
    lines.append(f"{i:05d} {word:<8}|{word[::-1]:>8} {i / 7:.2f}")
report = "\n".join(lines)
vowels = sum(1 for letter in text if letter in "aeiou")
palindromes = sum(1 for i in range(70_000) if str(i) == str(i)[::-1])
caesar = "".join(chr((ord(c) - 97 + 3) % 26 + 97) if c.isalpha() else c for c in text)
print(len(report), vowels, palindromes, counts["The"], caesar.count("wkh"), report.find("00999"))
