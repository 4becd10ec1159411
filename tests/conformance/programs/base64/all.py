import base64, binascii
b = bytes(range(0, 256, 17)) + b"hi"
for f in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode, base64.b16encode, base64.a85encode, base64.b85encode, base64.b32hexencode, base64.encodebytes, base64.z85encode):
    print(f.__name__, f(b))
print(base64.b64decode("aGVsbG8="), base64.b64decode(b"aGVs\nbG8="), base64.urlsafe_b64decode("_-8="), base64.b32decode("NBSWY3DP"), base64.b16decode("6869"), base64.a85decode(base64.a85encode(b)) == b, base64.b85decode(base64.b85encode(b)) == b)
for code in ("b64decode('abc')", "b64decode('a', validate=True)", "b64encode('text')", "b32decode('1')", "b16decode('zz')", "b64decode('!!!!', validate=True)"):
    try:
        print(eval("base64." + code))
    except Exception as e:
        print(code, "->", type(e).__name__, e)
