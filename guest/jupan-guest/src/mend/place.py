# The tokens of a source text that does not parse, and the place of an error among them. All files
# of this folder share one namespace; nothing in them runs for a program that parses.

import keyword
import re
import unicodedata

_KEYWORDS = frozenset(keyword.kwlist)
# Keywords that are values.
_VALUES = frozenset(("None", "True", "False"))
# Keywords that may follow a value.
_AFTER_VALUE = frozenset(
    ("and", "or", "not", "in", "is", "if", "else", "for", "async", "as", "from", "import")
)
# What ends the expression that stands beside another without a comma.
_ENDS = frozenset((",", ":", "=", ":=", "!", ";", "for", "async", "->"))

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\f]+|\\\r?\n)
  | (?P<comment>\#[^\r\n]*)
  | (?P<newline>\r?\n|\r)
  | (?P<string>[A-Za-z]{0,2}(?:'''(?:[^\\]|\\.)*?(?:'''|\Z)|\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)
        |'(?:[^'\\\r\n]|\\(?:\r\n|.))*(?:'|(?=[\r\n])|\Z)|"(?:[^"\\\r\n]|\\(?:\r\n|.))*(?:"|(?=[\r\n])|\Z)))
  | (?P<number>0[xXoObB]\w*|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
  | (?P<name>[^\W\d]\w*)
  | (?P<op>\*\*=|//=|>>=|<<=|\.\.\.|:=|->|==|!=|<=|>=|\*\*|//|<<|>>|[-+*/%&|^@]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token:
    __slots__ = ("kind", "text", "line", "column", "end_line", "end_column", "level", "at")

    @property
    def is_value_end(self):
        return (
            self.kind in ("number", "string")
            or self.kind == "name" and (self.text not in _KEYWORDS or self.text in _VALUES)
            or self.text in (")", "]", "}")
        )

    @property
    def is_value_start(self):
        return (
            self.kind in ("number", "string")
            or self.kind == "name" and self.text not in _AFTER_VALUE
            or self.text == "{"
        )


def _tokens(source):
    """All tokens but space and comments; columns count from 1, levels are of brackets."""
    line, start, level = 1, 0, 0
    for match in _TOKEN.finditer(source):
        token = _Token()
        token.kind, token.text, token.at = match.lastgroup, match.group(), match.start()
        token.line, token.column = line, match.start() - start + 1
        ends = token.text.count("\n")
        if ends:
            line += ends
            start = match.start() + token.text.rindex("\n") + 1
        token.end_line, token.end_column = line, match.end() - start + 1
        if token.text in (")", "]", "}") and token.kind == "op":
            level = max(level - 1, 0)
        token.level = level
        if token.text in ("(", "[", "{") and token.kind == "op":
            level += 1
        if token.kind not in ("space", "comment"):
            yield token


class _Place:
    """An error within its tokens."""

    def __init__(self, error, source):
        self.error = error
        self.source = source
        self.tokens = list(_tokens(source))
        position = (error.lineno or 0, error.offset or 0)
        self.index = len(self.tokens)
        for index, token in enumerate(self.tokens):
            if (token.end_line, token.end_column) > position:
                self.index = index
                break
        first = self.index
        while first > 0 and not self._is_end(self.tokens[first - 1]):
            first -= 1
        last = self.index
        while last < len(self.tokens) and not self._is_end(self.tokens[last]):
            last += 1
        # Of the logical line with the error.
        self.first, self.last = first, last

    @staticmethod
    def _is_end(token):
        return token.kind == "newline" and token.level == 0

    @property
    def line(self):
        return self.tokens[self.first:self.last]

    def at(self):
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    def say(self, message, start=None, end=None):
        """Sets the message, and the place from the token `start` to the end of `end`."""
        error = self.error
        error.msg = message
        if start is not None:
            end = end or start
            self.set(start.line, start.column, end.end_line, end.end_column)

    def set(self, line, column, end_line, end_column):
        error = self.error
        error.lineno, error.offset = line, column
        error.end_lineno, error.end_offset = end_line, end_column
        lines = self.source.split("\n")
        if error.text is not None and line <= len(lines):
            error.text = lines[line - 1].rstrip("\r") + "\n"

    def point(self, line, column):
        self.set(line, column, line, column + 1)

    def operand_start(self, index):
        """The first token of the expression that ends with token `index`."""
        level = self.tokens[index].level
        while index > self.first:
            before = self.tokens[index - 1]
            if before.level < level or before.level == level and (
                before.text in _ENDS
                or before.text in ("if", "else", "return", "yield", "lambda")
                or before.text.endswith("=") and before.text[0] in "+-*/%&|^@<>"
                and before.text not in ("<=", ">=")
            ):
                break
            if before.text in ("*", "**") and before.level == level and index - 2 >= self.first:
                earlier = self.tokens[index - 2]
                if not earlier.is_value_end:
                    break
            index -= 1
        while self.tokens[index].kind == "newline":
            index += 1
        return index

    def operand_end(self, index, ends=frozenset()):
        """The last token of the expression that starts with token `index`."""
        level = self.tokens[index].level
        last = index
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.kind == "newline" and level == 0:
                break
            if token.level < level or token.level == level and (
                token.text in _ENDS or token.text in ends
            ):
                break
            if index > last and token.level == level:
                if self.tokens[last].is_value_end and token.is_value_start:
                    break
            if token.kind != "newline":
                last = index
            index += 1
        return last
