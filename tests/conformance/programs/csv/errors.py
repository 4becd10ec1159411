import csv, io
for f in (lambda: csv.reader(5), lambda: list(csv.reader([1])), lambda: csv.reader([], delimiter=""), lambda: csv.reader([], delimiter="ab"), lambda: csv.reader([], dialect="nope"), lambda: csv.writer(io.StringIO()).writerow(5), lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"]), lambda: list(csv.reader(['"abc'], strict=True)), lambda: list(csv.reader(['"a"b'], strict=True)), lambda: list(csv.reader(["a,b"], quoting=csv.QUOTE_NONNUMERIC)), lambda: csv.writer(5), lambda: csv.reader([], quoting=99), lambda: csv.reader([], foo=1), lambda: csv.get_dialect("x"), lambda: list(csv.reader(["a\nb,c"])), lambda: csv.field_size_limit("a")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(sorted(csv.list_dialects()), csv.field_size_limit(), csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
