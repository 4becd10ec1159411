import string
def caesar(s, k):
    up, lo = string.ascii_uppercase, string.ascii_lowercase
    return s.translate(str.maketrans(up + lo, up[k:] + up[:k] + lo[k:] + lo[:k]))
e = caesar("Hello, World!", 3)
print(e, caesar(e, -3), "".join(c for c in "a1!b" if c in string.ascii_letters))
s = "A man, a plan, a canal: Panama"
clean = "".join(filter(str.isalnum, s)).lower()
print(clean == clean[::-1], s.translate(str.maketrans("", "", string.punctuation)))
