for f in (lambda: "é".encode("ascii"), lambda: b"\xff\xfe".decode("utf-8"), lambda: "日本".encode("latin-1"), lambda: b"abc\x80".decode("ascii"), lambda: "\ud800".encode("utf-8"), lambda: b"\xe9".decode("utf-8"), lambda: b"a".decode("nope"), lambda: b"\xe6\x97".decode()):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, "|", e)
print("é日".encode("ascii", "replace"), "é".encode("ascii", "xmlcharrefreplace"), "é".encode("ascii", "backslashreplace"), "é".encode("ascii", "ignore"), b"\xff".decode("utf-8", "replace"), b"a\xffb".decode(errors="ignore"), b"\xff".decode(errors="backslashreplace"), "é".encode("ascii", "namereplace"))
