# What each mode of open does.
with open("log.txt", "w") as file:
    print(file.write("one\ntwo\n"), file.mode, file.name, file.readable(), file.writable())
with open("log.txt", "a") as file:
    file.write("three\n")
    print(file.tell())
with open("log.txt", "r+") as file:
    print(file.readline(), end="")
    file.seek(0)
    file.write("ONE")
with open("log.txt") as file:
    print([line.rstrip() for line in file])
with open("log.txt", "rb") as file:
    file.seek(-6, 2)
    print(file.read(3), file.tell(), file.read())
with open("log.txt", "r+b") as file:
    print(file.truncate(5), file.seek(0, 2))
    file.seek(8)
    file.write(b"end")
print(open("log.txt", "rb").read())
for mode in ("x", "rz", "rw", ""):
    try:
        open("log.txt", mode)
    except (OSError, ValueError) as error:
        print(repr(mode), type(error).__name__, error)
with open("log.txt", "w") as file:
    try:
        file.read()
    except OSError as error:
        print(type(error).__name__, error)
