text = """It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief"""
import re
from collections import Counter
words = re.findall(r"[a-z']+", text.lower())
c = Counter(words)
print(c.most_common(5))
for w, n in sorted(c.items(), key=lambda kv: (-kv[1], kv[0]))[:6]:
    print(f"{w:<10}{n:>3} {'#' * n}")
print(len(words), len(set(words)), max(words, key=len), sum(map(len, words)) / len(words))
print({k: len(list(v)) for k, v in __import__("itertools").groupby(sorted(words, key=len), key=len)})
