from itertools import *
for code in ("islice([1], 'a')", "islice([1], 0, 5, 0)", "batched('abc', 0)", "count('a')", "combinations('ab', -1)", "repeat()", "product([1], repeat=-1)", "tee([1], -1)", "accumulate(5)", "chain(5).__next__()", "cycle(3)", "starmap(pow, [1]).__next__()", "groupby(3)", "compress([1], 2)"):
    try:
        print(code, eval(code))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
