# Errors of a statement as a whole: what it starts with, its targets, the clauses that it lacks.


def _stray_start(place):
    """`!pip install x` and `%matplotlib inline` are no Python from their first character on."""
    line = place.line
    if line and line[0].text in ("!", "%"):
        place.say("invalid syntax", line[0])
        return True
    return False


def _returns_nothing(place):
    """`def f() -> :`"""
    token = place.at()
    if token is None or token.text != ":" or place.index == place.first:
        return False
    arrow = place.tokens[place.index - 1]
    if arrow.text != "->":
        return False
    place.say("expected ':'", arrow)
    return True


def _chain(place):
    """`a = f() = 3`: the words about `==` are for a statement with one `=` alone."""
    signs = [token for token in place.line if token.text == "=" and token.level == 0]
    if len(signs) > 1:
        place.error.msg = place.error.msg.removesuffix(_MEANT_EQUALS)


_MEANT_EQUALS = " here. Maybe you meant '==' instead of '='?"


def _lacks_handler(place, message):
    """The place is what follows a `try` block in place of its `except` or `finally`."""
    waiting = []
    start = True
    for token in place.tokens:
        if start and token.kind != "newline":
            while waiting and waiting[-1] > token.column:
                waiting.pop()
            if waiting and waiting[-1] == token.column:
                waiting.pop()
                if token.text not in ("except", "finally"):
                    place.say(message, token)
                    return
            if token.text == "try":
                waiting.append(token.column)
        start = place._is_end(token)


def _double_starred(place, message):
    """`f(**)` lacks what it unpacks."""
    token = place.at()
    after = place.tokens[place.index + 1] if place.index + 1 < len(place.tokens) else None
    if token is not None and token.text == "**" and after is not None and after.text in ")]}":
        place.say("invalid syntax", after)
    else:
        _starred(place, message)
