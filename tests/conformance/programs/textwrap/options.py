import textwrap as t
text = "The quick brown fox jumps over the lazy-dog. Supercalifragilisticexpialidocious, he said  --  and left.\n\tNew line here."
for options in ({}, {"break_long_words": False}, {"break_on_hyphens": False}, {"initial_indent": "* ", "subsequent_indent": "  "}, {"expand_tabs": False}, {"replace_whitespace": False},
                {"drop_whitespace": False}, {"fix_sentence_endings": True}, {"max_lines": 2}, {"max_lines": 2, "placeholder": "..."}, {"tabsize": 2}):
    print(options, t.wrap(text, 20, **options))
print(t.shorten(text, 30), t.shorten("a b", 1, placeholder="."), t.shorten("  hello   world ", 20), t.fill("", 5) == "")
for bad in (lambda: t.wrap("abc", 0), lambda: t.shorten("hello world", 3), lambda: t.wrap("a b c", 3, max_lines=1, placeholder="....."), lambda: t.wrap(5)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(repr(t.dedent("  a\n    b\n\n  c")), repr(t.dedent("\ta\n  b")), repr(t.dedent("   \n a\n")), repr(t.dedent("a\n  b")))
print(repr(t.indent("a\n\nb\n", "> ")), repr(t.indent("a\n\nb", "> ", lambda line: True)))
print(t.wrap("aaa bbb-ccc ddd—eee fff", 7), t.wrap("ab " * 5, 6), t.TextWrapper(width=10).fill("one two three four"))
print(t.wrap("ein sehr langes Donaudampfschifffahrtsgesellschaftskapitän", 12))
