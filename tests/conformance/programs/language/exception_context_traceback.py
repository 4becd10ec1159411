def parse(text):
    try:
        return int(text)
    except ValueError:
        return default[text]

default = {"one": 1}
print(parse("one"))
parse("two")
