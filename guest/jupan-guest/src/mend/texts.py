# Errors in text literals: fields of f-strings, quotes that are not closed, escapes.


def _field(place):
    """(the f-string's token, offset of the field that is open in it)"""
    token = place.at()
    if token is None or token.kind != "string":
        return None, 0
    text, opened, index = token.text, [], 0
    while index < len(text):
        if text[index] == "{":
            if text[index + 1:index + 2] == "{" and not opened:
                index += 1
            else:
                opened.append(index)
        elif text[index] == "}" and opened:
            opened.pop()
        index += 1
    return (token, opened[-1]) if opened else (None, 0)


def _expecting(place, message):
    """The field of an f-string that is not closed reaches to a quote that is not, either."""
    if message == "f-string: expecting '!', or ':', or '}'":
        line = _source_line(place)
        column = place.error.offset
        while line[column:column + 1] == " ":
            column += 1
        place.point(place.error.lineno, column + 1)
        return
    token, start = _field(place)
    if token is None or "\n" in token.text:
        return
    line = _source_line(place)
    column = token.column + start
    if message.endswith("or format specs"):
        column = token.end_column - 1
        rest = line[column:].lstrip()
        if rest[:1] in (")", "]"):
            place.error.msg = (
                "closing parenthesis '%s' does not match opening parenthesis '{'" % rest[0]
            )
            column = line.index(rest[0], column)
        place.point(token.line, column + (rest[:1] in (")", "]")) + (rest[:1] not in (")", "]")))
        return
    while column < len(line):
        if line[column] in "'\"":
            end = line.find(line[column], column + 1)
            if end < 0:
                place.set(token.line, column + 1, token.line, column + 1)
                return
            column = end
        column += 1


def _source_line(place):
    return place.source.split("\n")[place.error.lineno - 1]


def _valid_expression(place, message):
    line = _source_line(place)
    column = place.error.offset
    found = re.match(r"\w+|\*\*|.", line[column:])
    if found is not None and line[column - 1:column] == "{":
        place.set(place.error.lineno, column + 1, place.error.lineno, column + 1 + found.end())


def _in_field(place, message):
    line = _source_line(place)
    end = line.find(":", place.error.offset)
    if end > 0:
        place.set(place.error.lineno, place.error.offset, place.error.lineno, end + 2)


def _triple_quoted(place, message):
    lines = place.source.count("\n") + (not place.source.endswith("\n"))
    place.error.msg = re.sub(r"line \d+", "line %d" % lines, message)
    token = place.at()
    if "f-string" in message and token is not None and token.kind == "string":
        place.point(token.line, token.column)


def _unterminated_fstring(place, message):
    """A bracket that closes nothing within `{...}` is found first."""
    token = place.at()
    if token is None or token.kind != "string":
        return
    field = token.text.rfind("{")
    if field < 0 or "}" in token.text[field:]:
        return
    opened = 0
    for offset, char in enumerate(token.text[field + 1:], field + 1):
        opened += (char in "([") - (char in ")]")
        if opened < 0:
            place.error.msg = "f-string: unmatched '%s'" % char
            place.point(token.line, token.column + offset)
            return


def _escape(place, message):
    """Finds what is wrong with the escapes of a string."""
    for token in place.line:
        if token.kind != "string":
            continue
        prefix = re.match(r"[A-Za-z]*", token.text).group().lower()
        if "r" in prefix:
            continue
        quote = 3 if token.text[len(prefix):len(prefix) + 3] in ("'''", '"""') else 1
        body = token.text[len(prefix) + quote:-quote]
        found = _bad_escape(body, "b" in prefix)
        if found is not None:
            place.say(found, token)
            return


def _bad_escape(body, is_bytes):
    place = index = 0
    while index < len(body):
        if body[index] != "\\":
            # The decoder sees other characters as escapes of ten.
            place += 1 if body[index].isascii() else 10
            index += 1
            continue
        kind = body[index + 1:index + 2]
        digits = {"x": 2, "u": 4, "U": 8}.get(kind, 0)
        if is_bytes:
            digits = 2 if kind == "x" else 0
        given = re.match(r"[0-9a-fA-F]*", body[index + 2:index + 2 + digits]).group()
        if len(given) < digits:
            if is_bytes:
                return "(value error) invalid \\x escape at position %d" % place
            return _decoding(place, place + 1 + len(given), "truncated \\%s%s escape" % (
                kind, ("X" if kind != "u" else "X") * digits))
        if kind == "U" and int(given, 16) > 0x10FFFF:
            return _decoding(place, place + 9, "illegal Unicode character")
        length = 2 + digits
        if kind == "N" and not is_bytes:
            name = re.match(r"\{([^}]*)\}", body[index + 2:])
            if name is None:
                return _decoding(place, place + 1, "malformed \\N character escape")
            length = 2 + name.end()
            try:
                unicodedata.lookup(name.group(1))
            except KeyError:
                return _decoding(place, place + length - 1, "unknown Unicode character name")
        place += length
        index += length
    return None


def _decoding(start, end, what):
    where = "positions %d-%d" % (start, end)
    where = "position %d-%d" % (start, end)
    return "(unicode error) 'unicodeescape' codec can't decode bytes in %s: %s" % (where, what)
