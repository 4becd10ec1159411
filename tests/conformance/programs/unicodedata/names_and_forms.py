import unicodedata as u
for c in "aÄé1½²ⅷ中한ก€ \u0301\u200b\n😀ﬁ":
    print(repr(c), u.name(c, None), u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c),
          u.decomposition(c), u.numeric(c, None), u.digit(c, None), u.decimal(c, None))
print(u.lookup("LATIN SMALL LETTER E WITH ACUTE"), u.lookup("greek small letter alpha"), u.lookup("HANGUL SYLLABLE HAN"))
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    print(form, [ascii(u.normalize(form, t)) for t in ("é", "e\u0301", "ﬁ", "①", "한", "Å", "ẛ̣")], u.is_normalized(form, "é"))
for bad in (lambda: u.name("\n"), lambda: u.lookup("NO SUCH NAME"), lambda: u.digit("a"), lambda: u.numeric("a"), lambda: u.normalize("NFX", "a"),
            lambda: u.category("ab"), lambda: u.decimal("½")):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
text = "Crème Brûlée à la façon d'Ångström"
print("".join(c for c in u.normalize("NFD", text) if not u.combining(c)))
print("\N{BULLET}\N{greek small letter pi}", "\N{EM DASH}".encode())
print([c.isdecimal() for c in "1²½٣"], [c.isdigit() for c in "1²½٣"], [c.isnumeric() for c in "1²½٣一"], int("٣٤"), float("٣.٥"))
print("ß".upper(), "ŉ".upper(), "İ".lower(), "ΑΣ".lower(), "ǆ".title(), "ﬃ".casefold(), "STRASSE".casefold() == "straße".casefold())
