e = ValueError("base")
e.add_note("note one")
e.add_note("note two")
print(e.__notes__)
raise e
