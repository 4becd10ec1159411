import csv, io
sample = "name;age\nAnn;5\nBob;7\n"
d = csv.Sniffer().sniff(sample)
print(repr(d.delimiter), repr(d.quotechar), csv.Sniffer().has_header(sample))
csv.register_dialect("pipes", delimiter="|", quoting=csv.QUOTE_ALL, lineterminator="\n")
out = io.StringIO()
csv.writer(out, "pipes").writerows([[1, "a"], [2, "b"]])
print(out.getvalue(), list(csv.reader(io.StringIO(out.getvalue()), dialect="pipes")), "pipes" in csv.list_dialects())
csv.unregister_dialect("pipes")
class Semi(csv.excel):
    delimiter = ";"
print(list(csv.reader(["a;b"], Semi)), csv.get_dialect("excel").lineterminator == "\r\n", csv.excel_tab.delimiter == "\t")
