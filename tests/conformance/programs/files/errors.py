# What the errors of files say.
import os

open("file", "w").close()
os.mkdir("folder")
open("folder/inside", "w").close()
for name, call in [
    ("open", lambda: open("missing.txt")),
    ("open in", lambda: open("missing/file.txt", "w")),
    ("open folder", lambda: open("folder")),
    ("write folder", lambda: open("folder", "w")),
    ("through file", lambda: open("file/x", "w")),
    ("listdir", lambda: os.listdir("missing")),
    ("listdir file", lambda: os.listdir("file")),
    ("mkdir", lambda: os.mkdir("folder")),
    ("mkdir in", lambda: os.mkdir("missing/folder")),
    ("rmdir", lambda: os.rmdir("folder")),
    ("rmdir file", lambda: os.rmdir("file")),
    ("remove", lambda: os.remove("missing")),
    ("remove folder", lambda: os.remove("folder")),
    ("rename", lambda: os.rename("missing", "other")),
    ("rename to folder", lambda: os.rename("file", "folder")),
    ("stat", lambda: os.stat("missing")),
]:
    try:
        call()
    except OSError as error:
        print(f"{name}: {type(error).__name__}({error.errno}) {str(error)[:80]} {str(error.filename)[:20]!r}")
open("data/input.csv")
