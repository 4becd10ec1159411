s = "naïve café 日本語 😀 ß"
print(len(s), s.upper(), s.casefold(), s[::-1], s.encode(), s.encode("utf-16-le")[:6], ascii(s))
print([hex(ord(c)) for c in "é😀"], "é" == "e\u0301", "\N{GREEK SMALL LETTER ALPHA}", "straße".casefold() == "STRASSE".casefold())
print("日本".center(6, "*") + "|", f"{'é':>4}|", "😀".isprintable(), "\u200b".isprintable(), "Ⅷ".isnumeric(), "٣".isdigit(), int("٣"))
print("ÀÉ".lower(), "ǆ".title(), "ŉ".upper(), "Σίσυφος".upper(), "ΑΣ".lower(), "x".isidentifier(), "1x".isidentifier(), "класс".isidentifier())
print(sorted(["zebra", "Äpfel", "apple", "Zoo"]), sorted(["b", "A", "a", "B"], key=str.casefold), max("aZ"), repr("\x00\x7f\xa0\u2028"))
try:
    "é".encode("ascii")
except UnicodeEncodeError as e:
    print(e, e.reason, e.start, e.object)
print("é".encode("ascii", "replace"), "é".encode("ascii", "xmlcharrefreplace"), "é".encode("latin-1"), b"\xff".decode("utf-8", "replace"), b"\xe9".decode("cp1252"), "é".encode("ascii", "backslashreplace"))
try:
    b"\xff\xfe".decode()
except UnicodeDecodeError as e:
    print(e)
