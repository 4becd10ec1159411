from itertools import groupby
import re
def rle(s): return "".join(f"{len(list(g))}{k}" for k, g in groupby(s))
def unrle(s): return "".join(c * int(n) for n, c in re.findall(r"(\d+)(\D)", s))
print(rle("WWWWBBBWWC"), unrle(rle("WWWWBBBWWC")))
def vig(t, k, sign=1):
    return "".join(chr((ord(c) - 65 + sign * (ord(k[i % len(k)]) - 65)) % 26 + 65) for i, c in enumerate(t))
e = vig("ATTACKATDAWN", "LEMON")
print(e, vig(e, "LEMON", -1))
MORSE = {"A": ".-", "S": "...", "O": "---"}
print(" ".join(MORSE[c] for c in "SOS"), "".join({v: k for k, v in MORSE.items()}[c] for c in "... --- ...".split()))
print("hello".encode().hex(), bytes.fromhex("68656c6c6f").decode(), " ".join(f"{b:08b}" for b in b"Hi"), "".join(reversed("abc")))
