# Words and places of syntax errors as CPython gives them. The interpreter calls `mend_syntax`
# for each error of a source text; what it finds is changed in the error itself.


def mend_syntax(error, source, is_of_compiler):
    message = error.msg
    if is_of_compiler:
        _mend_of_compiler(error, source, message)
        return
    for start, mend in _MENDS:
        if message.startswith(start):
            mend(_Place(error, source), message)
            break
    if error.msg.endswith(_MEANT_EQUALS):
        _chain(_Place(error, source))


def _mend_of_compiler(error, source, message):
    if message.endswith("cannot be used in comprehension") or message.startswith("dict unpacking"):
        _unpacked(_Place(error, source), message)


def _quote(error, source):
    lines = source.split("\n")
    if 0 < error.lineno <= len(lines):
        error.text = lines[error.lineno - 1].rstrip("\r") + "\n"


def _unpacked(place, message):
    """The place is `**`, or `*` with what it unpacks."""
    error = place.error
    column = _source_line(place).find("*", error.offset - 1) + 1
    if column > 0:
        end = column + 2
        if message.startswith("iterable"):
            end = column + re.match(r"\*[\w.]*", _source_line(place)[column - 1:]).end()
        place.set(error.lineno, column, error.lineno, end)
    _quote(error, place.source)


def _invalid_syntax(place, message):
    for token in place.tokens:
        # The rest of a source text is read for such characters before anything is said.
        if _is_foreign(token):
            return _foreign(place, token)
    token = place.at()
    if token is not None and token.kind == "string" and "f" in token.text[:2].lower():
        return
    if _else_if(place) or _is_open(place) or _returns_nothing(place):
        return
    if _stray_start(place) or _missing_comma(place):
        return
    place.error.msg = "invalid syntax"


def _is_open(place):
    """A bracket of an earlier line that is never closed comes before what is wrong later."""
    opened = []
    for token in place.tokens:
        if token.kind == "op" and token.text in ("(", "[", "{"):
            opened.append(token)
        elif token.kind == "op" and token.text in (")", "]", "}") and opened:
            opened.pop()
    if opened and opened[-1].line < place.error.lineno:
        bracket = opened[-1]
        place.say("'%s' was never closed" % bracket.text, bracket)
        place.error.end_offset = 0
        return True
    return False


def _starred(place, message):
    _missing_comma(place)


def _target(place, message):
    """The target of a comprehension, up to `for`."""
    index = last = place.index
    while index < place.last and place.tokens[index].text != "for":
        last = index
        index += 1
    place.say(message, place.tokens[place.index], place.tokens[last])


def _is_foreign(token):
    return (
        token.kind == "op" and not token.text.isascii()
        or token.kind == "name" and not token.text.isascii() and not token.text.isidentifier()
    )


def _foreign(place, token):
    offset = 0
    if token.kind == "name":
        while token.text[: offset + 1].isidentifier():
            offset += 1
    char = token.text[offset]
    if char.isprintable():
        message = "invalid character '%s' (U+%04X)" % (char, ord(char))
    else:
        message = "invalid non-printable character U+%04X" % ord(char)
    place.error.msg = message
    place.point(token.line, token.column + offset)


def _else_if(place):
    token = place.at()
    line = place.line
    if token is not None and token.text == "if" and line and line[0].text == "else":
        place.error.msg = "expected ':'"
        return True
    return False


def _missing_comma(place):
    """Two values side by side: in brackets there may be a comma missing."""
    line = place.line
    error = place.error
    if line and (error.lineno, error.offset) < (line[0].line, line[0].column):
        return False
    is_soft = bool(line) and line[0].text in ("match", "case", "type")
    tokens = [token for token in line if token.kind != "newline"]
    for number in range(1, len(tokens)):
        before, token = tokens[number - 1], tokens[number]
        if not (before.is_value_end and token.is_value_start):
            continue
        if before.kind == token.kind == "string" or is_soft and number == 1:
            continue
        if _is_call_keyword(tokens, number):
            continue
        index = place.tokens.index(token)
        start = place.operand_start(place.tokens.index(before))
        first = place.tokens[start]
        if before.level == 0 or _is_in_parameters(tokens, number) or _is_in_loop(tokens, number):
            place.say("invalid syntax", token)
        elif first.kind == "name" and place.tokens[start + 1] is token and token.kind == "string":
            place.say("invalid syntax", token)
        elif first.text in ("match", "case", "type", "_"):
            place.say("invalid syntax", token)
        elif _lacks_in(tokens, number):
            place.say("'in' expected after for-loop variables", token)
        else:
            last = place.operand_end(index)
            place.say(
                "invalid syntax. Perhaps you forgot a comma?", first, place.tokens[last]
            )
        return True
    is_annotation = len(tokens) == 2 and tokens[1].text == ":"
    if is_annotation and tokens[0].kind == "name" and tokens[0].text not in _KEYWORDS:
        place.error.msg = "invalid syntax"
        place.point(tokens[1].line, tokens[1].end_column)
        return True
    return False


def _is_call_keyword(tokens, number):
    return tokens[number].text in ("lambda",) and tokens[number - 1].text in _AFTER_VALUE


def _bracket_before(tokens, number):
    level = tokens[number].level
    for index in range(number - 1, -1, -1):
        if tokens[index].level < level and tokens[index].text in ("(", "[", "{"):
            return index
    return None


def _is_in_parameters(tokens, number):
    bracket = _bracket_before(tokens, number)
    if bracket is None:
        return False
    start = [token.text for token in tokens[:bracket]]
    return len(start) in (2, 3) and start[-2] in ("def", "class")


def _is_in_loop(tokens, number):
    """Whether a comprehension's `for ... in` comes before, in the same brackets."""
    bracket = _bracket_before(tokens, number)
    level = tokens[number].level
    if bracket is None:
        return False
    words = [token.text for token in tokens[bracket + 1:number] if token.level == level]
    return "for" in words and "in" in words


def _lacks_in(tokens, number):
    bracket = _bracket_before(tokens, number)
    if bracket is None:
        return False
    level = tokens[number].level
    words = [token.text for token in tokens[bracket + 1:number] if token.level == level]
    return "for" in words and "in" not in words


def _never_closed(place, message):
    """A colon on the bracket's own line is what cannot be, unless parameters have types."""
    opening = place.at()
    if opening is None or opening.text != "(":
        return
    index = place.index + 1
    line = place.tokens[place.first:place.index]
    if any(token.text == "def" for token in line) or any(
        token.text == "lambda" for token in place.tokens[place.index:]
        if token.line == opening.line
    ):
        return
    while index < len(place.tokens) and place.tokens[index].line == opening.line:
        token = place.tokens[index]
        if token.text == ":" and token.level == opening.level + 1:
            place.say("invalid syntax", token)
            return
        index += 1


def _named_value(place, message):
    """`if x = 3:`: the place reaches to the end of the value."""
    index = place.index
    line = place.tokens
    while index < place.last and line[index].text != "=":
        index += 1
    target = line[place.index]
    if index + 1 >= place.last:
        return
    if target.kind in ("number", "string"):
        place.say("cannot assign to literal here. Maybe you meant '==' instead of '='?", target)
        return
    ends = ("and", "or", "not", "in", "is", "if", "else", "<", ">", "<=", ">=", "==", "!=")
    last = place.operand_end(index + 1, frozenset(ends))
    place.say(message, target, line[last])


def _to_equals(place, message):
    """The place of a keyword argument that is no name takes in the `=`."""
    index = place.index
    if index >= len(place.tokens) or place.tokens[index].level == 0:
        return
    while index < place.last and place.tokens[index].text != "=":
        index += 1
    if index < place.last:
        place.say(message, place.tokens[place.index], place.tokens[index])


def _print_statement(place, message):
    index, last = place.index, place.index
    while index < place.last and place.tokens[index].text != ";":
        last = index
        index += 1
    place.say(message, place.tokens[place.index], place.tokens[last])


def _closing(place, message):
    """The place is the bracket that closes the call."""
    index = place.index
    level = place.tokens[index].level if index < len(place.tokens) else 0
    while index < len(place.tokens):
        token = place.tokens[index]
        if token.text == ")" and token.level < level:
            place.say(message, token)
            return
        index += 1


def _from_condition(place, message):
    """`x = 1 if y`: the place is all of the condition."""
    index = min(place.index, place.last - 1)
    while index > place.first and place.tokens[index].text != "if":
        index -= 1
    if place.tokens[index].text != "if" or index == place.first:
        return
    start = place.operand_start(index - 1)
    last = place.operand_end(index + 1)
    place.say(message, place.tokens[start], place.tokens[last])


def _parameter(place, message):
    last = place.index
    ends = (",", "=")
    if any(token.text == "lambda" for token in place.tokens[place.first:last]):
        ends = (",", "=", ":")
    level = place.tokens[last].level
    index = last
    while index < place.last:
        token = place.tokens[index]
        if token.level < level or token.level == level and token.text in ends:
            break
        last = index
        index += 1
    place.say(message, place.tokens[place.index], place.tokens[last])


def _indented_block(place, message):
    """The line that a block is expected after: comments are no lines of code."""
    index = place.first - 1
    while index >= 0 and place.tokens[index].kind == "newline":
        index -= 1
    while index > 0 and not place._is_end(place.tokens[index - 1]):
        index -= 1
    if index >= 0:
        line = place.tokens[index].line
        place.error.msg = re.sub(r"on line \d+$", "on line %d" % line, message)


def _here(place, message):
    place.error.msg = message + " here. Maybe you meant '==' instead of '='?"


def _as_target(place, message):
    index = place.index
    while index < place.last and place.tokens[index].text != ".":
        index += 1
    if index < place.last:
        place.say("invalid syntax", place.tokens[index])


def _comma(place, message):
    index = place.index
    while index < place.last and place.tokens[index].text != ",":
        index += 1
    if index < place.last:
        place.say("invalid syntax", place.tokens[index])


def _after(place, message):
    error = place.error
    place.error.msg = message
    place.point(error.end_lineno, error.end_offset)


def _narrow(place, message):
    place.say(message, place.at())


def _only_words(words):
    def mend(place, message):
        place.error.msg = words

    return mend


def _only_token(words):
    def mend(place, message):
        token = place.at()
        place.say(words, token)

    return mend


_MENDS = (
    ("dict unpacking cannot be used", _unpacked),
    ("iterable unpacking cannot be used", _unpacked),
    ("cannot use starred expression", _starred),
    ("cannot use double starred expression", _double_starred),
    ("f-string: expecting a valid expression", _valid_expression),
    ("f-string: expecting", _expecting),
    ("f-string: lambda expressions", _in_field),
    ("did you forget parentheses around the comprehension target", _target),
    ("invalid syntax. Maybe you meant '==' or ':='", _named_value),
    ("invalid syntax", _invalid_syntax),
    ("got unexpected unicode", _escape),
    ("'(' was never closed", _never_closed),
    ("expected 'except' or 'finally' block", _lacks_handler),
    ("expression cannot contain assignment", _to_equals),
    ("cannot assign to True", _to_equals),
    ("Missing parentheses in call to", _print_statement),
    ("unterminated triple-quoted", _triple_quoted),
    ("unterminated f-string literal", _unterminated_fstring),
    ("positional argument follows", _closing),
    ("expected 'else' after 'if' expression", _from_condition),
    ("parameter without a default follows", _parameter),
    ("expected an indented block after", _indented_block),
    ("unexpected indentation", _only_words("unexpected indent")),
    ("trailing comma not allowed", _after),
    ("cannot mix bytes and nonbytes literals", _after),
    ("* argument may appear only once", _narrow),
    ("cannot assign to list comprehension", _here),
    ("cannot assign to set comprehension", _here),
    ("cannot assign to dict comprehension", _here),
    ("cannot assign to conditional expression", _here),
    ("cannot use attribute as import target", _as_target),
    ("unparenthesized tuple expression", _comma),
    ("Invalid star expression", _only_words("invalid syntax")),
    ("'not' after an operator", _only_token("invalid syntax")),
    ("expected expression after 'else'", _only_words("invalid syntax")),
    ("expected `def`, `with` or `for` to follow", _only_words("invalid syntax")),
    ("expected class, function definition", _only_words("invalid syntax")),
    ("expected index or slice expression", _only_words("invalid syntax")),
    ("expected `case` block", _only_words("invalid syntax")),
    (
        "expected an imaginary number in complex literal",
        _only_words("imaginary number required in complex literal"),
    ),
)
