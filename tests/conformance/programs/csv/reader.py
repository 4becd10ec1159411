import csv, io
text = 'name,age,note\n"Smith, J",42,"said ""hi"""\nAnn,7,\n"multi\nline",1,x\n\nlast,"5"'
for row in csv.reader(io.StringIO(text)):
    print(row)
print(list(csv.reader(["a;b;'c;d'"], delimiter=";", quotechar="'")), list(csv.reader(["a\tb"], "excel-tab")), list(csv.reader(["1, 2, 3"], skipinitialspace=True)))
print(list(csv.reader(["1,2.5,\"x\""], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader(['a"b,c'])), list(csv.reader(["a,b\\,c"], escapechar="\\")), list(csv.reader(["'a',b"], quoting=csv.QUOTE_NONE)))
r = csv.reader(io.StringIO("a,b\nc,d\n"))
print(next(r), r.line_num, next(r), r.line_num, r.dialect.delimiter)
print(list(csv.reader(["", "a", ",", ",,", " "])), list(csv.reader(["é,日本"])))
