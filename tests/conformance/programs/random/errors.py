import random
for code in ("choice([])", "sample([1], 2)", "randrange(0)", "choices([], k=1)", "sample({1, 2}, 1)", "shuffle((1, 2))", "randrange(1.5)", "choices([1], [0])", "seed([1])", "getrandbits(-1)", "sample([1, 2], -1)", "randrange(1, 10, 0)", "choice({1: 2})", "choices([1, 2], [1])", "binomialvariate(1, 2)"):
    try:
        print(code, eval("random." + code))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
