import csv, io
text = "id,name,score\n1,Ann,90\n2,Bob,85,extra\n3,Cy\n"
for row in csv.DictReader(io.StringIO(text)):
    print(row)
for row in csv.DictReader(io.StringIO(text), restkey="more", restval="?"):
    print(row)
print(list(csv.DictReader(["1,2"], fieldnames=["a", "b"])), csv.DictReader(io.StringIO(text)).fieldnames)
out = io.StringIO()
w = csv.DictWriter(out, fieldnames=["b", "a"], lineterminator="\n", extrasaction="ignore", restval="-")
w.writeheader()
w.writerow({"a": 1, "b": 2})
w.writerows([{"a": 3, "c": 4}])
print(out.getvalue(), end="")
csv.DictWriter(out, ["a"]).writerow({"a": 1, "zz": 2})
