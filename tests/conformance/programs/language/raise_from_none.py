try:
    {}["a"]
except KeyError:
    raise ValueError("not there") from None
