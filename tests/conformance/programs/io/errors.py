import io
for code in ("io.StringIO(5)", "io.BytesIO('a')", "io.StringIO().write(b'a')", "io.BytesIO().write('a')", "io.StringIO('a').seek(-1)", "io.BytesIO(b'a').seek(-5, 1)", "io.StringIO('a').seek(1, 1)", "io.StringIO().fileno()", "open('/no/such/file.txt')", "open('missing.csv').read()", "open('x', 'q')"):
    try:
        print(code, eval(code))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
