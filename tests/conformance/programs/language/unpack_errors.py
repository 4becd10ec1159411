for src in ("a, b = 1", "a, b = []", "a, *b = ()", "a, b, c = 'ab'", "(a, b), c = 1, 2", "a, b = {1:2, 3:4, 5:6}"):
    try:
        exec(src)
    except Exception as e:
        print(src, "->", type(e).__name__, e)
