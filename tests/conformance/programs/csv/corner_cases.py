import csv, io

def parse(text, **kw):
    return list(csv.reader(io.StringIO(text, newline=""), **kw))
for text in ['a,"b,c",d', 'a,"b ""q"" c"', '"multi\nline",x', 'a,,b,', '', '\n', 'a\n\nb', ' a , "b" ,c', '"a"b,c', 'a"b,c"', '"",""',
             'a\r\nb\rc', '1,2\n3', '"unclosed', 'a\tb', "'x,y',z", '"a\r\nb",c']:
    print(repr(text), parse(text))
print(parse("a;b;'c;d'", delimiter=";", quotechar="'"))
print(parse("1,'2',\"3\"", quoting=csv.QUOTE_NONE))
print(parse('1,"2",3.5', quoting=csv.QUOTE_NONNUMERIC))
print(parse('a\\,b,c', escapechar="\\"))
print(parse(' a, "b, c"', skipinitialspace=True))
print(parse('"x","",\n', quoting=csv.QUOTE_NOTNULL), parse('"x","",', quoting=csv.QUOTE_STRINGS))
for bad in (lambda: parse('"a"b', strict=True), lambda: parse('"a', strict=True), lambda: parse("x", delimiter=""),
            lambda: parse("x", delimiter="ab"), lambda: parse("x", quotechar=None), lambda: parse("x", quoting=9),
            lambda: csv.reader(5), lambda: next(csv.reader([1])), lambda: next(csv.reader([b"x"])),
            lambda: csv.get_dialect("nope"), lambda: parse("a,b", lineterminator=None),
            lambda: parse('a,"b', quoting=csv.QUOTE_NONNUMERIC)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
def write(rows, **kw):
    out = io.StringIO(newline="")
    w = csv.writer(out, **kw)
    n = [w.writerow(r) for r in rows]
    return out.getvalue(), n
rows = [["a", 1, 2.5, None, True], ["x,y", 'q"q', "line\nbreak", "", " s "], [], [""], [None]]
print(write(rows))
print(write(rows, quoting=csv.QUOTE_ALL, lineterminator="\n"))
print(write(rows, quoting=csv.QUOTE_NONNUMERIC, lineterminator="|"))
print(write([["a,b", 'c"d', "e\\"]], quoting=csv.QUOTE_NONE, escapechar="\\"))
print(write([["it's", "a"]], quotechar="'", doublequote=False, escapechar="!"))
print(write(rows[:2], quoting=csv.QUOTE_NOTNULL), write(rows[:2], quoting=csv.QUOTE_STRINGS))
for bad in (lambda: write([["a,b"]], quoting=csv.QUOTE_NONE), lambda: write([5]), lambda: csv.writer(5)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(csv.list_dialects(), csv.excel.delimiter, repr(csv.excel_tab.delimiter), repr(csv.unix_dialect.lineterminator))
r = csv.reader(['a,"b', 'c",d', "e"])
for row in r:
    print(r.line_num, row)
