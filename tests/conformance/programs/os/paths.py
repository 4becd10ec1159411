import os, os.path as p
print(p.join("a", "b", "/c"), p.split("/x/y.txt"), p.splitext("a.tar.gz"), p.basename("/a/b/"), p.dirname("/a/b"), p.normpath("a/./b/../c//d"), p.isabs("/a"), p.commonpath(["/a/b", "/a/c"]), p.commonprefix(["abc", "abd"]), p.relpath("/a/b/c", "/a/d"), p.splitdrive("/a"))
print(os.sep, os.linesep == "\n", os.name, os.curdir, os.extsep, os.environ.get("NOT_SET"), os.getenv("NOT_SET", "x"), os.fspath("a"), p.exists("/nope"), p.isfile("nope"))
from pathlib import PurePosixPath, Path
q = PurePosixPath("/usr/local/lib/file.tar.gz")
print(q.name, q.stem, q.suffix, q.suffixes, q.parent, q.parents[1], q.parts, q / "x", q.with_suffix(".zip"), q.with_name("n"), q.relative_to("/usr"), q.match("*.gz"), q.is_absolute(), repr(q))
print(Path("a") / "b", Path("a/b") == Path("a//b"), Path("x.txt").exists())
try:
    os.environ["NOT_SET"]
except KeyError as e:
    print("KeyError", e)
