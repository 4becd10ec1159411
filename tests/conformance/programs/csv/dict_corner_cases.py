import csv, io
text = "name,age,name\nAnn,30,x,extra,more\nBob\n\nCid,5,y\n"
reader = csv.DictReader(io.StringIO(text))
print(reader.fieldnames)
for row in reader:
    print(reader.line_num, row)
for row in csv.DictReader(io.StringIO("1,2,3\n4\n"), fieldnames=["a", "b"], restkey="rest", restval="-"):
    print(row)
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"], restval="?", extrasaction="ignore", lineterminator="\n")
print(w.writeheader())
w.writerows([{"a": 1, "b": 2}, {"a": 3}, {"b": 4, "c": 5}])
print(out.getvalue())
try:
    csv.DictWriter(out, ["a"]).writerow({"a": 1, "z": 2})
except ValueError as e:
    print(e)
try:
    csv.DictWriter(out, ["a"], extrasaction="other")
except ValueError as e:
    print(e)
print(csv.DictReader(io.StringIO("")).fieldnames)
class semi(csv.Dialect):
    delimiter = ";"
    quotechar = '"'
    lineterminator = "\n"
    quoting = csv.QUOTE_MINIMAL
csv.register_dialect("semi", semi)
csv.register_dialect("pipes", delimiter="|", quoting=csv.QUOTE_ALL)
print("semi" in csv.list_dialects(), list(csv.reader(["a;b"], "semi")), list(csv.reader(["a|b"], dialect="pipes")))
csv.unregister_dialect("semi")
print(csv.field_size_limit(), csv.field_size_limit(10), csv.field_size_limit(131072))
csv.field_size_limit(5)
try:
    list(csv.reader(["abcdefghij"]))
except csv.Error as e:
    print(e)
