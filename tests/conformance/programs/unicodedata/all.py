import unicodedata as u
for c in "aÉ½中٣€ \n😀ﬁ":
    print(repr(c), u.name(c, "?"), u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decimal(c, None), u.digit(c, None), u.numeric(c, None))
print(u.lookup("LATIN SMALL LETTER E WITH ACUTE"), [len(u.normalize(f, "é̄ﬁ①")) for f in ("NFC", "NFD", "NFKC", "NFKD")], u.is_normalized("NFC", "é"), u.decomposition("é"))
def strip_accents(s):
    return "".join(c for c in u.normalize("NFD", s) if u.category(c) != "Mn")
print(strip_accents("Ångström café naïve"))
u.name("\x00")
