# Folders, made, walked and removed.
import os
import shutil

os.makedirs("project/src/deep")
os.makedirs("project/docs", exist_ok=True)
for name in ("project/readme.md", "project/src/a.py", "project/src/deep/b.py", "project/docs/c.txt"):
    with open(name, "w") as file:
        file.write(name)
for folder, folders, files in sorted(os.walk("project")):
    print(folder, sorted(folders), sorted(files))
print(sorted((entry.name, entry.is_dir()) for entry in os.scandir("project")))
print(sum(os.path.getsize(os.path.join(f, n)) for f, _, names in os.walk("project") for n in names))
shutil.copytree("project", "copy")
shutil.move("copy/src", "moved")
print(sorted(os.listdir("copy")), sorted(os.listdir("moved")))
os.rename("moved", "copy/back")
os.replace("copy/readme.md", "copy/docs/c.txt")
print(open("copy/docs/c.txt").read(), os.path.isfile("copy/readme.md"))
print(shutil.copy("project/src/a.py", "copy"), shutil.copyfile("project/readme.md", "r.md"))
shutil.rmtree("project")
print(sorted(os.listdir()), os.path.isdir("project"))
os.chdir("copy/back")
print(sorted(os.listdir()), os.path.basename(os.getcwd()), os.path.exists("../docs"))
