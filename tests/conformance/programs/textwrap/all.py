import textwrap
text = "The quick brown fox jumped over the lazy dog. It wasn't very impressed, though extraordinarily-long hyphenated-words matter."
print(textwrap.fill(text, 30), textwrap.wrap(text, 25), sep="\n---\n")
print(textwrap.shorten(text, 40), textwrap.shorten(text, 30, placeholder="..."), textwrap.dedent("""
    a
      b

    c"""), textwrap.indent("a\n\nb\n", "> "), sep="\n")
print(textwrap.fill(text, 40, initial_indent="* ", subsequent_indent="  ", break_long_words=False, max_lines=2))
print(textwrap.wrap("aaaaaaaaaaaaaaaaaaaaaa bb", 8), textwrap.indent("a\n\nb", "-", lambda l: True), textwrap.wrap("", 5), textwrap.TextWrapper(width=10).wrap("one two three"))
textwrap.wrap("abc", 0)
