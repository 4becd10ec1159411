import io
f = io.StringIO("line1\nline2\nline3")
print(f.readline(), f.read(3), f.tell(), f.readlines(), repr(f.read()), f.seek(0), list(f))
w = io.StringIO()
print(w.write("abc"), w.writelines(["d", "e"]), w.getvalue(), w.tell(), w.truncate(2), w.getvalue())
b = io.BytesIO(b"\x00\x01abc")
print(b.read(2), b.getvalue(), b.getbuffer()[2], b.readable(), b.seekable(), b.seek(-1, 2), b.read())
t = io.TextIOWrapper(io.BytesIO("é\r\nx".encode()), encoding="utf-8")
print(t.read(), t.encoding)
with io.StringIO("x") as s:
    pass
print(s.closed, io.SEEK_END)
s.read()
