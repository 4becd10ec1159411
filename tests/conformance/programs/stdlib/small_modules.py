import array, queue, shlex, html, urllib.parse as up, secrets, zlib, colorsys, fnmatch, keyword, reprlib, types, weakref, numbers
a = array.array("i", [1, 2, 3]); a.append(4); print(a, a.typecode, a.itemsize, a[1:3], sum(a), a.tobytes()[:4])
q = queue.PriorityQueue(); [q.put(x) for x in (3, 1, 2)]; print([q.get() for _ in range(3)], q.empty())
print(shlex.split("a 'b c' d\\ e"), shlex.quote("it's"), html.escape("<a & 'b'>"), html.unescape("&lt;&eacute;&#39;"))
u = up.urlparse("https://user@host:80/p/a?q=1&r=a%20b#frag"); print(u.netloc, u.port, up.parse_qs(u.query), up.quote("a b/ü"), up.urlencode({"a": 1, "b": "x y"}), up.urljoin("http://a/b/c", "../d"), up.unquote("%41+"))
print(len(secrets.token_hex(4)), zlib.decompress(zlib.compress(b"abc" * 10)) == b"abc" * 10, colorsys.rgb_to_hsv(1, 0.5, 0), fnmatch.filter(["a.py", "b.txt"], "*.py"), keyword.iskeyword("match"), keyword.kwlist[:4], reprlib.repr(list(range(100))))
class O: pass
o = O(); r = weakref.ref(o); d = weakref.WeakValueDictionary(k=o); print(r() is o, len(d)); del o; print(r(), len(d))
q.get_nowait()
