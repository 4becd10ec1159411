import io
import tokenize


def tokens(text):
    try:
        return [
            (tokenize.tok_name[token.type], token.string)
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
        ]
    except tokenize.TokenError as error:
        return error.args


for text in (
    "007 + 1", ".[0011]", "0_1", "09.5", "00", "0x", "0b12", "1__0", "1_", "12abc", "$ ? x!",
    '"abc', "x = 'a", '"""', "a = '''x\ny", "(()", "[1,\n2", "'it''s'", r"'a\'",
):
    print(repr(text), tokens(text))
