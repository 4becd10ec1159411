# pathlib on files.
from pathlib import Path

folder = Path("notes")
folder.mkdir()
for number, text in enumerate(["alpha", "beta", "gamma"]):
    (folder / f"{number}.txt").write_text(text + "\n", encoding="utf-8")
(folder / "raw.bin").write_bytes(bytes(range(5)))
print(sorted(path.name for path in folder.iterdir()))
print(sorted(str(path) for path in Path(".").rglob("*.txt")))
print([path.stem for path in sorted(folder.glob("[01].*"))])
path = folder / "0.txt"
print(path.exists(), path.is_file(), path.is_dir(), path.stat().st_size, path.read_text())
print((folder / "raw.bin").read_bytes(), path.with_suffix(".md").exists())
print(path.rename(folder / "first.txt"))
(folder / "1.txt").unlink()
(folder / "missing").unlink(missing_ok=True)
with (folder / "2.txt").open("a") as file:
    file.write("more\n")
print((folder / "2.txt").read_text().splitlines(), sorted(folder.iterdir()))
try:
    folder.rmdir()
except OSError as error:
    print(error)
(folder / "sub" / "deep").mkdir(parents=True)
(folder / "sub" / "deep" / "t").touch()
print(sorted(p.as_posix() for p in folder.walk().__next__()[0].iterdir()))
Path("nowhere.txt").read_text()
