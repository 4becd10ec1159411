# Archives and temporary files.
import os
import tempfile
import zipfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "data.txt")
    with open(path, "w") as file:
        file.write("line\n" * 100)
    with zipfile.ZipFile("data.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "data.txt")
        archive.writestr("folder/note.txt", "note")
    print(os.listdir(folder))
print(os.path.exists(folder))
with zipfile.ZipFile("data.zip") as archive:
    print(archive.namelist(), archive.getinfo("data.txt").file_size, archive.testzip())
    archive.extractall("out")
print(sorted(os.listdir("out")), open("out/folder/note.txt").read())
with tempfile.TemporaryFile("w+") as file:
    file.write("kept for a while")
    file.seek(5)
    print(file.read())
with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
    file.write("x")
print(os.path.basename(file.name).endswith(".txt"), os.path.getsize(file.name))
os.unlink(file.name)
print(sorted(os.listdir()))
